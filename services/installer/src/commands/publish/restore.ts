import { cliCall, parseAppName, registryPaths, t, UsageError } from '@cli-apps/core'
import type { ChangePlan } from '@cli-apps/core/results'
import { type Command, changeOptions, registryOption } from '../../command.ts'
import { makeChange } from '../../publisher/change.ts'
import type { RestoreResult } from '../../publisher/publisher-results.ts'
import { requireAccount } from '../../publisher/server.ts'

export const restore: Command<RestoreResult | ChangePlan> = {
  summary: 'Bring back an app that was withdrawn by unpublish',
  usage: '<name>',
  completes: [[]],
  options: { ...changeOptions, ...registryOption },
  async run(args, options, context) {
    const [word, ...more] = args
    if (word === undefined || more.length > 0)
      throw new UsageError('cli.bad-restore', t('cli.bad-restore', 'Expected one app.'), {
        hint: `${cliCall()} restore ${restore.usage}`,
      })
    const name = parseAppName(word)
    const change = {
      command: 'restore',
      subject: name,
      method: 'POST',
      path: registryPaths.removal(name, 'restore'),
      plan: t('restore.restore', 'Bring back {name}', { name }),
      done: t('restore.restored', '{name} is offered again', { name }),
      facts: { name },
    } as const
    return makeChange(change, await requireAccount(options, context), options, context)
  },
}
