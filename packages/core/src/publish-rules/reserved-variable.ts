import { jsonPath } from '../errors/issues.ts'
import { isReservedVariable } from '../manifest/reserved-variables.ts'
import { t } from '../messages/t.ts'
import type { PublishRule } from './publish-rule.ts'

export const reservedVariable: PublishRule = {
  id: 'publish.reserved-variable',
  refuses:
    'a variable in `requires.env` that decides which program runs, what is loaded into it or where it looks, such as `PATH`, `LD_PRELOAD` or `NODE_OPTIONS`: it is never given to an app',
  approvable: false,
  check: ({ manifest }) =>
    (manifest.requires?.env ?? []).flatMap(({ name }, index) =>
      isReservedVariable(name)
        ? [
            {
              path: jsonPath(['requires', 'env', index, 'name']),
              message: t('reserved-variable.never-given-app', '{name} is never given to an app', { name }),
              hint: t(
                'reserved-variable.hint',
                'Leave it out, or have the program read a variable of its own.',
              ),
            },
          ]
        : [],
    ),
}
