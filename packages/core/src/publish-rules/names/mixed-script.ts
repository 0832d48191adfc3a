import { jsonPath } from '../../errors/issues.ts'
import { t } from '../../messages/t.ts'
import type { PublishRule } from '../publish-rule.ts'

const latin = /\p{Script=Latin}/u
const lookAlike = /[\p{Script=Cyrillic}\p{Script=Greek}]/u

export const mixedScript: PublishRule = {
  id: 'publish.mixed-script',
  refuses: 'a display name or alias with Latin and Cyrillic or Greek letters in one word',
  approvable: false,
  check: ({ texts }) =>
    texts.flatMap(({ path, text }) => {
      if (path.at(-1) !== 'display_name' && path[0] !== 'aliases') return []
      const words = text.match(/\p{L}+/gu) ?? []
      const word = words.find((letters) => latin.test(letters) && lookAlike.test(letters))
      return word === undefined
        ? []
        : [
            {
              path: jsonPath(path),
              message: t(
                'mixed-script.mixes-latin-cyrillic-greek',
                '{word} mixes Latin with Cyrillic or Greek letters',
                { word },
              ),
              hint: t('mixed-script.hint', 'Write each word in one script.'),
            },
          ]
    }),
}
