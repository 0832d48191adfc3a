import { registryPaths, t, UsageError, type YankRequest } from '@cli-apps/core'
import type { ChangePlan } from '@cli-apps/core/results'
import { type Command, changeOptions, registryOption, textOption } from '../../command.ts'
import { makeChange } from '../../publisher/change.ts'
import { parseExactVersion } from '../../publisher/exact-version.ts'
import type { YankResult } from '../../publisher/publisher-results.ts'
import { requireAccount } from '../../publisher/server.ts'

export const yank: Command<YankResult | ChangePlan> = {
  summary: 'Withdraw a published version; only an exact reference installs it',
  usage: '<name>@<version> --reason TEXT',
  completes: ['available', []],
  options: {
    ...changeOptions,
    ...registryOption,
    reason: {
      type: 'string',
      value: 'TEXT',
      description: 'State the reason, for everyone who has it installed',
    },
  },
  async run(args, options, context) {
    const { name, version } = parseExactVersion(args, 'yank')
    const reason = textOption(options, 'reason')
    if (reason === undefined)
      throw new UsageError('cli.missing-reason', t('cli.missing-reason', 'Missing reason.'), {
        hint: t('cli.missing-reason.hint', 'Pass --reason TEXT.'),
      })
    const body: YankRequest = { reason }
    const change = {
      command: 'yank',
      subject: name,
      method: 'POST',
      path: registryPaths.lifecycle(name, version, 'yank'),
      body,
      plan: t('yank.withdraw', 'Withdraw {name} {version} ({reason})', { name, version, reason }),
      done: t('yank.withdrawn', '{name} {version} is withdrawn', { name, version }),
      facts: { name, version, reason },
    } as const
    return makeChange(change, await requireAccount(options, context), options, context)
  },
}
