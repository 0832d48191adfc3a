import { parseAppName, UsageError } from '@cli-apps/core'
import type { AccessResult, ChangePlan } from '@cli-apps/core/results'
import { type Command, changeOptions } from '../command.ts'
import { changePlaces } from './change-access.ts'

export const revoke: Command<AccessResult | ChangePlan> = {
  summary: 'Take back what an app may change in this workspace',
  usage: '<app> [place …]',
  completes: ['installed'],
  options: changeOptions,
  async run([app, ...named], options, context) {
    if (app === undefined)
      throw new UsageError('cli.missing-name', 'Which app is to lose a grant?', {
        hint: 'cli-apps revoke <app> [place …]; cli-apps grant lists what is granted.',
      })
    return changePlaces('revoke', { app: parseAppName(app), named }, options, context)
  },
}
