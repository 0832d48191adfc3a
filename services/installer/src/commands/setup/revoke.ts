import { parseAppName, t, UsageError } from '@cli-apps/core'
import type { ChangePlan } from '@cli-apps/core/results'
import { type Command, changeOptions } from '../../command.ts'
import type { AccessResult } from '../../grants/access-result.ts'
import { changePlaces } from './change-access.ts'

export const revoke: Command<AccessResult | ChangePlan> = {
  summary: 'Revoke what an app may change in this workspace',
  usage: '<app> [place …]',
  completes: ['installed'],
  options: changeOptions,
  async run([app, ...named], options, context) {
    if (app === undefined)
      throw new UsageError('cli.missing-name', t('cli.missing-name.missing-app-name', 'Missing app name.'), {
        hint: t(
          'cli.missing-name.hint',
          'Run: cli-apps revoke <app> [place …]. Run "cli-apps grant" to list the grants.',
        ),
      })
    return changePlaces('revoke', { app: parseAppName(app), named }, options, context)
  },
}
