import { registryPaths } from '@cli-apps/core'
import { type Command, changeOptions, registryOption } from '../command.ts'
import { makeChange } from '../publisher/change.ts'
import { parseExactVersion } from '../publisher/exact-version.ts'
import { requireAccount } from '../publisher/server.ts'

export const unyank: Command = {
  summary: 'Offer a withdrawn version again',
  usage: '<name>@<version>',
  options: { ...changeOptions, ...registryOption },
  async run(args, options, context) {
    const { name, version } = parseExactVersion(args, 'unyank')
    const change = {
      method: 'POST',
      path: registryPaths.lifecycle(name, version, 'unyank'),
      plan: `Offer ${name} ${version} again`,
      done: `${name} ${version} is offered`,
      facts: { name, version },
    } as const
    return makeChange(change, await requireAccount(options, context), options, context)
  },
}
