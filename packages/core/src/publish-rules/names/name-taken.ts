import { t } from '../../messages/t.ts'
import type { PublishRule } from '../publish-rule.ts'
import { newNamesOf } from './name-paths.ts'

export const nameTaken: PublishRule = {
  id: 'publish.name-taken',
  refuses: 'a name or alias that another app has as name or alias, ignoring letter case',
  approvable: false,
  needsNames: true,
  check: (draft, { names }) =>
    newNamesOf(draft, names).flatMap(({ path, key }) => {
      const holder = names?.others.find((other) => other.key === key)
      return holder === undefined
        ? []
        : [
            {
              path,
              message: t('name-taken.name-alias', 'is a name or alias of {app}', { app: holder.app }),
              hint: t(
                'name-taken.hint',
                'Choose another. An alias belongs to the first app that published it.',
              ),
            },
          ]
    }),
}
