import { type DeprecateRequest, registryPaths, t, UsageError } from '@cli-apps/core'
import type { ChangePlan } from '@cli-apps/core/results'
import { type Command, changeOptions, registryOption, textOption } from '../../command.ts'
import { makeChange } from '../../publisher/change.ts'
import { parseExactVersion } from '../../publisher/exact-version.ts'
import type { DeprecateResult } from '../../publisher/publisher-results.ts'
import { requireAccount } from '../../publisher/server.ts'

export const deprecate: Command<DeprecateResult | ChangePlan> = {
  summary: 'Show a message to everyone who installs a version',
  usage: '<name>@<version> --message TEXT | --undo',
  completes: ['available', []],
  options: {
    ...changeOptions,
    ...registryOption,
    message: { type: 'string', value: 'TEXT', description: 'Say what is wrong, and what to use instead' },
    undo: { type: 'boolean', description: 'Remove the message' },
  },
  async run(args, options, context) {
    const { name, version } = parseExactVersion(args, 'deprecate')
    const message = textOption(options, 'message') ?? null
    if ((message === null) !== (options.undo === true))
      throw new UsageError(
        'cli.missing-message',
        t('cli.missing-message', 'Pass either --message TEXT or --undo.'),
        {
          hint: t(
            'cli.missing-message.hint',
            '{cli} deprecate <name>@<version> --message "Use 2.x instead."',
          ),
        },
      )
    const body: DeprecateRequest = { message }
    const change = {
      command: 'deprecate',
      subject: name,
      method: 'POST',
      path: registryPaths.lifecycle(name, version, 'deprecate'),
      body,
      plan:
        message === null
          ? t('deprecate.no-longer-deprecate', 'No longer deprecate {name} {version}', { name, version })
          : t('deprecate.deprecate', 'Deprecate {name} {version} ({message})', { name, version, message }),
      done:
        message === null
          ? t('deprecate.no-longer-deprecated', '{name} {version} is no longer deprecated', { name, version })
          : t('deprecate.deprecated-now', '{name} {version} is deprecated now', { name, version }),
      facts: { name, version, message },
    } as const
    return makeChange(change, await requireAccount(options, context), options, context)
  },
}
