import { ForbiddenError, t } from '@cli-apps/core'
import type { OptionValues } from '@cli-apps/core/command-line'
import type { ChangePlan } from '@cli-apps/core/results'
import type { CommandResult } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { requireConsent } from '../ui/prompt.ts'
import { planText } from './plan-text.ts'

/**
 * Runs the plan of a command: with `--dry-run` returns it; otherwise shows it, asks for consent if it affects the
 * machine, and calls `apply`. Throws `ForbiddenError` `consent.not-allowed` if a required permission was not granted by
 * name, whatever else was confirmed.
 */
export async function carryOut<Value>(
  plan: ChangePlan,
  options: OptionValues,
  context: CommandContext,
  apply: () => Promise<CommandResult<Value>>,
): Promise<CommandResult<Value | ChangePlan>> {
  const { output } = context
  const isVerbose = options.verbose === true
  if (options['dry-run'] === true)
    return { value: plan, text: planText(plan, { columns: output.columns.stdout, isVerbose }) }
  const isAsking = plan.changes.some(({ effects }) => effects.length > 0)
  if (!isAsking) {
    for (const remark of plan.changes.flatMap(({ remarks }) => remarks)) output.notice(remark)
    return begin(context, apply)
  }
  if (!output.isJson) output.notice(planText(plan, { columns: output.columns.stderr, isVerbose }))
  requirePermissions(plan)
  const size = sizeOf(plan)
  const isLarge = size > largeSize
  const question = isLarge
    ? t('carry-out.large', 'This brings {size} MB. Do you want to continue?', {
        size: (size / 1e6).toFixed(1),
      })
    : t('carry-out.do-you-want-continue', 'Do you want to continue?')
  const isNoDefault = isLarge || isForOthers(plan)
  await requireConsent(question, context, { isGiven: options.yes === true, isNoDefault })
  return begin(context, apply)
}

/** Plans of more bytes are confirmed with a word, not with the Enter key alone. */
const largeSize = 100_000_000

/** What a registry takes, everybody sees at once: a word confirms it, not the Enter key alone. */
const isForOthers = ({ changes }: ChangePlan): boolean =>
  changes.some(({ effects }) => effects.some(({ effect }) => effect === 'request'))

/** Returns the bytes of what a plan brings, as far as it says. */
const sizeOf = ({ changes }: ChangePlan): number =>
  changes
    .filter(({ effects }) => effects.length > 0)
    .map(({ facts: { size } }) => (typeof size === 'number' ? size : 0))
    .reduce((sum, size) => sum + size, 0)

async function begin<Value>(
  context: CommandContext,
  apply: () => Promise<CommandResult<Value>>,
): Promise<CommandResult<Value>> {
  // Loaded lazily, because most commands change nothing.
  const { sweepHome } = await import('../home/sweep-home.ts')
  await sweepHome(context)
  return apply()
}

function requirePermissions({ changes }: ChangePlan): void {
  for (const { subject, permissions } of changes) {
    const missing = permissions.find(({ granted }) => !granted)
    if (missing === undefined) continue
    throw new ForbiddenError(
      'consent.not-allowed',
      t('consent.not-allowed', '{subject}: {reason}.', { subject, reason: missing.reason }),
      { hint: t('consent.not-allowed.hint', 'To allow it, pass {option}.', { option: missing.option }) },
    )
  }
}
