import { t, UsageError } from '@cli-apps/core'
import type { OptionValues } from '@cli-apps/core/command-line'
import { type InstallerOption, textOption } from '../command.ts'

/** Of calls that return a result. */
export const timeLimitOption = {
  timeout: { type: 'string', value: 'SECONDS', description: 'Set the time limit, 1 to 600' },
} as const satisfies Record<string, InstallerOption>

/** The longest limit of a run whose output is passed on as it comes. */
export const longestAttached = 86_400

/** The limit in whole seconds, if one is given. Throws `UsageError` `cli.bad-timeout`. */
export function timeLimit(options: OptionValues, most = 600): { timeout?: number } {
  const text = textOption(options, 'timeout')
  if (text === undefined) return {}
  const timeout = Number(text)
  if (Number.isInteger(timeout) && timeout >= 1 && timeout <= most) return { timeout }
  throw new UsageError(
    'cli.bad-timeout',
    t('cli.bad-timeout', '--timeout {text} is not a valid time limit.', { text: JSON.stringify(text) }),
    {
      hint: t('cli.bad-timeout.hint', 'Use whole seconds from 1 to {most}.', { most }),
    },
  )
}
