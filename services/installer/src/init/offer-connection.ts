import { type AgentId, CanceledError, isAppError } from '@cli-apps/core'
import type { OptionValues } from '@cli-apps/core/command-line'
import type { ChangePlan } from '@cli-apps/core/results'
import type { CommandResult, InstallerOption } from '../command.ts'
import type { InitResult } from '../commands/setup/init-result.ts'
import { applyConnection, planConnection, shownPlan } from '../connect/connect-agents.ts'
import { readConnectRequest } from '../connect/connect-options.ts'
import { connectable } from '../connect/connectable.ts'
import type { CommandContext } from '../context.ts'
import { carryOut } from '../plan/carry-out.ts'
import { canAsk } from '../ui/prompt.ts'
import { connectStep, nextLines } from './next-steps.ts'

export const connectOption = {
  connect: {
    type: 'boolean',
    description: 'Also connect these agents, as "cli-apps connect" does',
  },
} as const satisfies Record<string, InstallerOption>

/** The plan of `init` with what `--connect` adds to it, for `--dry-run`. */
export async function withConnection(
  plan: ChangePlan,
  agents: readonly AgentId[],
  { options, context }: { options: OptionValues; context: CommandContext },
): Promise<ChangePlan> {
  const ids = await connectable(agents, context)
  if (options.connect !== true || options['dry-run'] !== true || ids.length === 0) return plan
  const request = await readConnectRequest(ids, {}, context)
  const { changes } = shownPlan(request, await planConnection(request, context), context)
  return { ...plan, changes: [...plan.changes, ...changes] }
}

/**
 * Connects the agents of a workspace that was set up: with `--connect`, or after asking at a terminal. Whoever declines, and
 * scripts, get the command for it among the next steps.
 */
export async function offerConnection(
  done: CommandResult<InitResult>,
  options: OptionValues,
  context: CommandContext,
): Promise<CommandResult<InitResult>> {
  const isAsked = options.connect === true
  if (!isAsked && (options.yes === true || !canAsk(context))) return done
  const ids = await connectable(done.value.agents, context)
  if (ids.length === 0) return done
  const request = await readConnectRequest(ids, {}, context)
  try {
    const plan = shownPlan(request, await planConnection(request, context), context)
    const { text } = await carryOut(plan, options, context, () => applyConnection(request, context))
    return withConnected(done, ids, text)
  } catch (error) {
    if (isAsked || context.signal.aborted || !isAppError(error)) throw error
    if (error instanceof CanceledError) return done
    context.output.notice([error.message, ...(error.hint === undefined ? [] : [error.hint])].join('\n'))
    return done
  }
}

function withConnected(
  { value, text }: CommandResult<InitResult>,
  ids: AgentId[],
  connected: string,
): CommandResult<InitResult> {
  const step = connectStep(ids)
  const lines = text.split('\n').filter((line) => !nextLines([step]).includes(line))
  return {
    value: { ...value, connected: ids, next: value.next.filter((one) => one !== step) },
    text: [...lines, connected].join('\n'),
  }
}
