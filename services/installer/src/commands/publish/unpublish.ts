import { cliCall, parseAppName, type RemoveRequest, registryPaths, t, UsageError } from '@cli-apps/core'
import type { ChangePlan } from '@cli-apps/core/results'
import { type Command, changeOptions, registryOption, textOption } from '../../command.ts'
import { makeChange } from '../../publisher/change.ts'
import type { UnpublishResult } from '../../publisher/publisher-results.ts'
import { requireAccount } from '../../publisher/server.ts'

export const unpublish: Command<UnpublishResult | ChangePlan> = {
  summary: 'Withdraw an app as a whole; its name stays taken, and restore brings it back',
  usage: '<name> --message TEXT',
  completes: ['available'],
  options: {
    ...changeOptions,
    ...registryOption,
    message: { type: 'string', value: 'TEXT', description: 'Say what happened, for whoever looks for it' },
    replacement: { type: 'string', value: 'NAME', description: 'Name the app to use instead' },
  },
  async run(args, options, context) {
    const [word, ...more] = args
    const message = textOption(options, 'message')
    if (word === undefined || message === undefined || more.length > 0)
      throw new UsageError(
        'cli.bad-unpublish',
        t('cli.bad-unpublish', 'Expected one app and --message TEXT.'),
        { hint: `${cliCall()} unpublish ${unpublish.usage}` },
      )
    const name = parseAppName(word)
    const given = textOption(options, 'replacement')
    const replacement = given === undefined ? undefined : parseAppName(given)
    const body: RemoveRequest = { message, ...(replacement && { replacement }) }
    const change = {
      command: 'unpublish',
      subject: name,
      method: 'POST',
      path: registryPaths.removal(name, 'remove'),
      body,
      plan: t('unpublish.withdraw', 'Withdraw {name} with all its versions ({message})', { name, message }),
      done: t('unpublish.withdrawn', '{name} is withdrawn', { name }),
      facts: { name, message, replacement: replacement ?? null },
    } as const
    return makeChange(change, await requireAccount(options, context), options, context)
  },
}
