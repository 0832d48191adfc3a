import type { Catalogue } from '../../services/installer/src/messages/translator.ts'
import type { FoundTemplate } from './find-templates.ts'

export interface CatalogueFaults {
  /** Texts in the sources that have no translation. */
  missing: FoundTemplate[]
  /** Translations of what is in the sources no more. */
  stale: string[]
  /** Translations that leave a hole out, or have one that the text has not. */
  unlike: string[]
}

const holes = (text: string): string => [...new Set(text.match(/\{\d+\}/g))].sort().join('')

/** What stands between the sources and a catalogue of translations. */
export function checkCatalogue(found: readonly FoundTemplate[], catalogue: Catalogue): CatalogueFaults {
  const templates = new Set(found.map(({ template }) => template))
  return {
    missing: found.filter(({ template }) => !Object.hasOwn(catalogue, template)),
    stale: Object.keys(catalogue).filter((template) => !templates.has(template)),
    unlike: Object.entries(catalogue)
      .filter(([english, translation]) => holes(english) !== holes(translation))
      .map(([english]) => english),
  }
}
