import { registryPaths, t } from '@cli-apps/core'
import type { ChangePlan } from '@cli-apps/core/results'
import { type Command, changeOptions, registryOption } from '../../command.ts'
import { makeChange } from '../../publisher/change.ts'
import { parseExactVersion } from '../../publisher/exact-version.ts'
import type { UnyankResult } from '../../publisher/publisher-results.ts'
import { requireAccount } from '../../publisher/server.ts'

export const unyank: Command<UnyankResult | ChangePlan> = {
  summary: 'Make a withdrawn version available again',
  usage: '<name>@<version>',
  completes: ['available', []],
  options: { ...changeOptions, ...registryOption },
  async run(args, options, context) {
    const { name, version } = parseExactVersion(args, 'unyank')
    const change = {
      command: 'unyank',
      subject: name,
      method: 'POST',
      path: registryPaths.lifecycle(name, version, 'unyank'),
      plan: t('unyank.make-available-again', 'Make {name} {version} available again', { name, version }),
      done: t('unyank.available-again', '{name} {version} is available again', { name, version }),
      facts: { name, version },
    } as const
    return makeChange(change, await requireAccount(options, context), options, context)
  },
}
