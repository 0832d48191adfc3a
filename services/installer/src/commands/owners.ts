import { OwnersAnswer, parseAppName, registryPaths, UsageError } from '@cli-apps/core'
import type { ChangePlan, OwnersResult } from '@cli-apps/core/results'
import { type Command, changeOptions, registryOption } from '../command.ts'
import { makeChange } from '../publisher/change.ts'
import { requireAccount, requireServer } from '../publisher/server.ts'

export const owners: Command<OwnersResult | ChangePlan> = {
  summary: 'List or change the users who may publish an app',
  usage: 'list <name> | add <name> <owner> | remove <name> <owner>',
  completes: [['list', 'add', 'remove'], 'available', []],
  options: { ...changeOptions, ...registryOption },
  async run(args, options, context) {
    const [verb = '', word = '', owner = '', ...more] = args
    const isChange = verb === 'add' || verb === 'remove'
    if ((!isChange && verb !== 'list') || word === '' || (owner === '') === isChange || more.length > 0)
      throw new UsageError('cli.bad-owners', 'Expected a subcommand: owners <list|add|remove>.', {
        hint: `Run: cli-apps owners ${owners.usage}. Write an organization as @name.`,
      })
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
      command: `owners ${verb}`,
      subject: name,
      method: isAdding ? 'PUT' : 'DELETE',
      path: registryPaths.owner(name, owner),
      plan: isAdding ? `Allow ${owner} to publish ${name}` : `No longer allow ${owner} to publish ${name}`,
      done: isAdding ? `${owner} may publish ${name}` : `${owner} may no longer publish ${name}`,
      facts: { name, owner },
    } as const
    return makeChange(change, await requireAccount(options, context), options, context)
  },
}
