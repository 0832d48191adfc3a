import { t, UsageError } from '@cli-apps/core'
import type { ChangePlan } from '@cli-apps/core/results'
import { type Command, changeOptions } from '../../command.ts'
import type { AccessResult } from '../../grants/access-result.ts'
import { installedName } from '../../workspace/installed-name.ts'
import { revokeNamed } from './change-access.ts'

export const revoke: Command<AccessResult | ChangePlan> = {
  summary: 'Revoke what was granted to an app in this workspace (default: everything)',
  seesUserApps: true,
  usage: '<app> [access …]',
  completes: ['installed'],
  options: changeOptions,
  async run([app, ...names], options, context) {
    if (app === undefined)
      throw new UsageError('cli.missing-name', t('cli.missing-name.missing-app-name', 'Missing app name.'), {
        hint: t(
          'cli.missing-name.hint',
          'Run: {cli} revoke <app> [access …]. Run "{cli} grant" to list the grants.',
        ),
      })
    return revokeNamed({ app: await installedName(app, context), names }, options, context)
  },
}
