import { IntlMessageFormat } from 'intl-messageformat'
import { cliCall, currentLanguage, translationOf } from './t.ts'

const formats = new Map<string, IntlMessageFormat>()

/**
 * Formats a template in ICU MessageFormat (https://unicode-org.github.io/icu/userguide/format_parse/messages/). Throws
 * `SyntaxError` for an invalid template.
 */
export function formatMessage(
  template: string,
  locale: string,
  values: Readonly<Record<string, string | number | bigint>>,
): string {
  const key = `${locale} ${template}`
  const known = formats.get(key) ?? new IntlMessageFormat(template, locale, undefined, { ignoreTag: true })
  formats.set(key, known)
  return String(known.format(values))
}

/** Like `t`, for a text whose form depends on a number: `{count, plural, one {# file} other {# files}}`. */
export function plural(
  id: string,
  template: string,
  values: Readonly<Record<string, string | number>>,
): string {
  const language = currentLanguage()
  return formatMessage(translationOf(id, language) ?? template, language?.locale ?? 'en', {
    ...values,
    cli: cliCall(),
  })
}
