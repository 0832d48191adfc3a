import type { Language } from './language.ts'

/** Loads the translator of a language; `undefined` for English, the language of the source. */
export async function loadTranslator(language: Language): Promise<((text: string) => string) | undefined> {
  if (language === 'en') return undefined
  const [{ createTranslator }, { default: translations }] = await Promise.all([
    import('./translator.ts'),
    import('./zh.json', { with: { type: 'json' } }),
  ])
  return createTranslator(translations)
}
