import { parseAppName } from '@cli-apps/core'
import type { ChangePlan } from '@cli-apps/core/results'
import { type Command, changeOptions } from '../../command.ts'
import type { AccessResult } from '../../grants/access-result.ts'
import { changePlaces, listPlaces } from './change-access.ts'

export const grant: Command<AccessResult | ChangePlan> = {
  summary: 'Allow an app to change protected places of this workspace',
  usage: '[app [place …]]',
  completes: ['installed'],
  options: changeOptions,
  async run([app, ...named], options, context) {
    if (app === undefined) return listPlaces(context)
    return changePlaces('grant', { app: parseAppName(app), named }, options, context)
  },
}
