import type { FoundTemplate } from './find-templates.ts'

export interface TranslationFaults {
  /** Texts in the sources that have no translation. */
  missing: FoundTemplate[]
  /** Translations of texts that are no longer in the sources. */
  stale: string[]
  /** Translations whose placeholders differ from those of the text. */
  unlike: string[]
}

const placeholders = (text: string): string => [...new Set(text.match(/\{\d+\}/g))].sort().join('')

/** Compares the texts in the sources with their translations. */
export function checkTranslations(
  found: readonly FoundTemplate[],
  translations: Readonly<Record<string, string>>,
): TranslationFaults {
  const templates = new Set(found.map(({ template }) => template))
  return {
    missing: found.filter(({ template }) => !Object.hasOwn(translations, template)),
    stale: Object.keys(translations).filter((template) => !templates.has(template)),
    unlike: Object.entries(translations)
      .filter(([english, translation]) => placeholders(english) !== placeholders(translation))
      .map(([english]) => english),
  }
}
