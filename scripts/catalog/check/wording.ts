import { ownTexts } from './own-texts.ts'
import { type CatalogRule, issueOf } from './rule.ts'

/** Words that praise without informing, in the languages of the catalog. */
const praise =
  /\bofficial(?:ly)?\b|\b(?:powerful|seamless(?:ly)?|blazing|lightning|cutting-edge|robust|effortless(?:ly)?|comprehensive|state-of-the-art|world-class|ultimate|elegant|easy-to-use|user-friendly|feature-rich|next-generation|revolutionary|best-in-class)\b|(?<!非)官方|强大|一站式|极致|业界领先|革命性/iu

export const plainWords: CatalogRule = {
  id: 'catalog.plain-words',
  wants: 'texts without praise and without a claim of authority',
  check: (entries) =>
    entries.flatMap((entry) =>
      ownTexts(entry.manifest).flatMap(([place, text]) => {
        const word = praise.exec(text)?.[0]
        return word === undefined ? [] : [issueOf(entry, place, `says "${word}"`)]
      }),
    ),
}
