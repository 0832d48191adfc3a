/**
 * Returns texts with their translation in a language, as far as `i18n` has one; a regional variant will do. What has no
 * translation stays as it is.
 */
export function localized<Texts extends { i18n?: Readonly<Record<string, Partial<Texts>>> | undefined }>(
  texts: Texts,
  language: string,
): Texts {
  const translations = texts.i18n ?? {}
  const variant = Object.keys(translations)
    .filter((tag) => tag === language || tag.startsWith(`${language}-`))
    .sort()[0]
  return variant === undefined ? texts : { ...texts, ...translations[variant] }
}
