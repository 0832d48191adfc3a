type MessageValue = string | number | bigint
type Values = Readonly<Record<string, MessageValue>>

/** The language of a process's messages for people. */
export interface MessageLanguage {
  locale: string
  /** By message id, in ICU MessageFormat with the parameters of the English template. */
  translations: Readonly<Record<string, string>>
  /** Formats a template: `formatMessage` of `@cli-apps/core/messages`. */
  format(template: string, locale: string, values: Values): string
}

// Each bundle may have its own copy of this file, but all must use one language.
const key = Symbol.for('cli-apps.MessageLanguage')
const cliKey = Symbol.for('cli-apps.CliCall')
const shared = globalThis as { [key]?: MessageLanguage | undefined; [cliKey]?: string }

/**
 * Sets the language of `t` in this process. The default is English, which servers always use, and everything that
 * programs or models read.
 */
export function setLanguage(language?: MessageLanguage): void {
  shared[key] = language
}

/** Sets the words with which a reader starts the installer, for texts that name a command of it: `npx cli-apps`. */
export function setCliCall(words: string): void {
  shared[cliKey] = words
}

/** What a person types to start the installer; `cli-apps` unless it was set. */
export const cliCall = (): string => shared[cliKey] ?? 'cli-apps'

/** Parameter names of a template, but for `cli`, which every template has. */
type NamesOf<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Exclude<Name, 'cli'> | NamesOf<Rest>
  : never

/** A value for each parameter of a template. */
export type MessageValues<Template extends string> = Readonly<Record<NamesOf<Template>, MessageValue>>

/**
 * Returns a text for people in the reader's language: the translation of `id`, or the English template. English
 * templates may contain only `{name}`; use `plural` for texts that depend on a number. Values are inserted unchanged,
 * and never translated. `{cli}` is how the reader starts the installer.
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
    : language.format(translation, language.locale, { ...values, cli: cliCall() })
}

/** Like `t`, for a text without parameters that is stored elsewhere, such as the summary of a command. */
export const translated = (id: string, text: string): string => translationOf(id, shared[key]) ?? text

/** BCP 47 tag, `en` for English. */
export const readerLocale = (): string => shared[key]?.locale ?? 'en'

export const currentLanguage = (): MessageLanguage | undefined => shared[key]

export const translationOf = (id: string, language: MessageLanguage | undefined): string | undefined =>
  language !== undefined && Object.hasOwn(language.translations, id) ? language.translations[id] : undefined

/** English avoids the library, which takes longer to load than most commands run. */
const fill = (template: string, values: Values = {}): string =>
  template.replace(/\{(\w+)\}/g, (hole, name: string) => {
    if (name === 'cli') return cliCall()
    return Object.hasOwn(values, name) ? String(values[name]) : hole
  })
