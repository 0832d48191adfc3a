import { jsonPath } from '../errors/issues.ts'
import { t } from '../messages/t.ts'
import { unseenCharacter } from '../to-line.ts'
import type { ManifestText } from './manifest-draft.ts'
import type { PublishRule } from './publish-rule.ts'

const unseen = new RegExp(unseenCharacter, 'gu')

export const unseenCharacters: PublishRule = {
  id: 'publish.unseen-character',
  refuses:
    'an invisible, control or bidirectional character in any text, key or argument; line breaks and tabs are allowed in arguments and in what recipes read and print',
  approvable: false,
  check: ({ texts }) =>
    texts.flatMap(({ path, text, isShown }) => {
      const found = findUnseen({ path, text, isShown })
      if (found === undefined) return []
      const code = (found[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
      return [
        {
          path: jsonPath(path),
          message: t(
            'unseen-character.contains-invisible-character-position',
            'contains the invisible character U+{code}, at position {index}',
            { code, index: found.index },
          ),
          hint: t('unseen-character.hint', 'Remove it.'),
        },
      ]
    }),
}

function findUnseen(found: ManifestText): RegExpExecArray | undefined {
  if (/^[\x20-\x7e]*$/.test(found.text)) return undefined
  for (const match of found.text.matchAll(unseen)) if (!isAllowed(match[0], found)) return match
  return undefined
}

/** Programs take and print lines; everything else is shown as one. */
const isAllowed = (character: string, { path, isShown }: ManifestText): boolean =>
  /[\n\r\t]/.test(character) &&
  (!isShown ||
    path.includes('args') ||
    (path[0] === 'recipes' && /^(?:stdin|shows)$/.test(String(path.at(-1)))))
