import { t } from '../../messages/t.ts'
import type { PublishRule } from '../publish-rule.ts'
import { lookOf } from './name-look.ts'
import { nearnessOf, nearnessText } from './name-nearness.ts'
import { newNamesOf } from './name-paths.ts'

export const similarName: PublishRule = {
  id: 'publish.similar-name',
  refuses:
    "a new name that is easily mistaken for a name or alias of somebody else's app: confusable letters, other or no separators, the same words in another order, one slip (a letter dropped, added, changed or swapped with its neighbor) from five letters up, two where one name has six letters and the other eight, two swapped letters in shorter ones, common words added or left out (`-cli`, `python-`, `js`, a version's digit), the same sound, the same first word of ten letters and more; an alias that looks like one",
  approvable: true,
  needsNames: true,
  check: (draft, { names }) => {
    const others = (names?.others ?? [])
      .filter(({ isOwn }) => !isOwn)
      .map((other) => ({ ...other, look: lookOf(other.key) }))
    return newNamesOf(draft, names).flatMap(({ path, name, key }) => {
      const look = lookOf(key)
      const reasons = others.flatMap((other) => {
        const reason = other.key === key ? undefined : nearnessOf(look, other.look)
        // Aliases are often plain words, of which many are a letter apart.
        if (reason === undefined || (path !== 'name' && reason !== 'look')) return []
        return [
          `${nearnessText(reason)} ${other.key}${other.key === other.app ? '' : t('similar-name.of', ' (of {app})', { app: other.app })}`,
        ]
      })
      if (reasons.length === 0) return []
      return [
        {
          path,
          message: `${name} ${reasons.sort().slice(0, 3).join(', ')}`,
          hint: t('similar-name.hint', 'Choose another name.'),
        },
      ]
    })
  },
}
