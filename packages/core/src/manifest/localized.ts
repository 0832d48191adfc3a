/**
 * Replaces texts by their translations from `i18n`; a regional variant is acceptable. Untranslated texts stay
 * unchanged.
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
