import type { ChangePlan } from '@cli-apps/core/results'
import { type Command, changeOptions } from '../../command.ts'
import type { AccessResult } from '../../grants/access-result.ts'
import { installedName } from '../../workspace/installed-name.ts'
import { grantNamed, listAccess } from './change-access.ts'

export const grant: Command<AccessResult | ChangePlan> = {
  summary: 'List what apps declare to need beyond the sandbox, or grant it in this workspace',
  seesUserApps: true,
  usage: '[app [access …]]',
  completes: ['installed'],
  options: {
    ...changeOptions,
    all: { type: 'boolean', description: 'Grant everything that the app declares' },
  },
  async run([app, ...names], options, context) {
    if (app === undefined) return listAccess(context)
    const name = await installedName(app, context)
    const isAll = options.all === true
    if (names.length === 0 && !isAll) return listAccess(context, name)
    return grantNamed({ app: name, names, isAll }, options, context)
  },
}
