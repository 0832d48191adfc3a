type MessageValue = string | number | bigint
type Values = Readonly<Record<string, MessageValue>>

/** How the people of a process read their messages. */
export interface MessageLanguage {
  locale: string
  /** By id of the message; in ICU MessageFormat, with the parameters of the English template. */
  translations: Readonly<Record<string, string>>
  /** Puts values into a template; `formatMessage` of `@cli-apps/core/messages`. */
  format(template: string, locale: string, values: Values): string
}

// Each bundle may have a copy of this file, and all of them speak one language.
const key = Symbol.for('cli-apps.MessageLanguage')
const shared = globalThis as { [key]?: MessageLanguage | undefined }

/**
 * Sets the language of `t` in this process; English when absent, which is also the language of every server, and of
 * whatever a program or model reads.
 */
export function setLanguage(language?: MessageLanguage): void {
  shared[key] = language
}

/** Names of the parameters of a template. */
type NamesOf<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesOf<Rest>
  : never

/** A value for each parameter of a template. */
export type MessageValues<Template extends string> = Readonly<Record<NamesOf<Template>, MessageValue>>

/**
 * A text for people in the reader's language: the translation of `id`, or the English template where there is none.
 * In English `{name}` is all that a template may hold; where the number of things decides, use `plural`. Values are put in
 * unchanged, and never translated.
 */
export function t<const Template extends string>(
  id: string,
  template: Template,
  ...[values]: [NamesOf<Template>] extends [never] ? [] : [MessageValues<Template>]
): string {
  const language = shared[key]
  const translation = translationOf(id, language)
  return translation === undefined || language === undefined
    ? fill(template, values)
    : language.format(translation, language.locale, values ?? {})
}

/** As `t`, for a text without parameters that is kept elsewhere, such as the summary of a command. */
export const translated = (id: string, text: string): string => translationOf(id, shared[key]) ?? text

/** BCP 47, `en` for English. */
export const readerLocale = (): string => shared[key]?.locale ?? 'en'

export const currentLanguage = (): MessageLanguage | undefined => shared[key]

export const translationOf = (id: string, language: MessageLanguage | undefined): string | undefined =>
  language !== undefined && Object.hasOwn(language.translations, id) ? language.translations[id] : undefined

/** English needs no library, which would take longer to load than most commands run. */
const fill = (template: string, values: Values = {}): string =>
  template.replace(/\{(\w+)\}/g, (hole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : hole,
  )
