import type { Language } from './language.ts'

/** The way into a language. English costs nothing: what the source says is what is shown. */
export async function loadTranslator(language: Language): Promise<((text: string) => string) | undefined> {
  if (language === 'en') return undefined
  const [{ createTranslator }, { default: catalogue }] = await Promise.all([
    import('./translator.ts'),
    import('./zh.json', { with: { type: 'json' } }),
  ])
  return createTranslator(catalogue)
}
