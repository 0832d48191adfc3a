import { OwnersAnswer, parseAppName, registryPaths, t, UsageError } from '@cli-apps/core'
import type { ChangePlan } from '@cli-apps/core/results'
import { type Command, changeOptions, registryOption } from '../../command.ts'
import { makeChange } from '../../publisher/change.ts'
import type { OwnersResult } from '../../publisher/publisher-results.ts'
import { requireAccount, requireServer } from '../../publisher/server.ts'

export const owners: Command<OwnersResult | ChangePlan> = {
  summary: 'List or change the users who may publish an app',
  usage: 'list <name> | add <name> <owner> | remove <name> <owner>',
  completes: [['list', 'add', 'remove'], 'available', []],
  options: { ...changeOptions, ...registryOption },
  async run(args, options, context) {
    const [verb = '', word = '', owner = '', ...more] = args
    const isChange = verb === 'add' || verb === 'remove'
    if ((!isChange && verb !== 'list') || word === '' || (owner === '') === isChange || more.length > 0)
      throw new UsageError(
        'cli.bad-owners',
        t('cli.bad-owners', 'Expected a subcommand: owners <list|add|remove>.'),
        {
          hint: t('cli.bad-owners.hint', 'Run: {cli} owners {usage}. Write an organization as @name.', {
            usage: owners.usage,
          }),
        },
      )
    const name = parseAppName(word)
    if (!isChange) {
      const server = await requireServer(options, context)
      const { value } = await server.ask({
        method: 'GET',
        path: registryPaths.owners(name),
        answer: OwnersAnswer,
      })
      return { value: { name, ...value, registry: server.location }, text: value.owners.join('\n') }
    }
    const isAdding = verb === 'add'
    const change = {
      command: t('owners.owners', 'owners {verb}', { verb }),
      subject: name,
      method: isAdding ? 'PUT' : 'DELETE',
      path: registryPaths.owner(name, owner),
      plan: isAdding
        ? t('owners.allow-publish', 'Allow {owner} to publish {name}', { owner, name })
        : t('owners.no-longer-allow-publish', 'No longer allow {owner} to publish {name}', { owner, name }),
      done: isAdding
        ? t('owners.may-publish', '{owner} may publish {name}', { owner, name })
        : t('owners.may-no-longer-publish', '{owner} may no longer publish {name}', { owner, name }),
      facts: { name, owner },
    } as const
    return makeChange(change, await requireAccount(options, context), options, context)
  },
}
