import { type AgentId, cliCall, t } from '@cli-apps/core'
import { listInstalled } from '@cli-apps/core/node'
import { connectable } from '../connect/connectable.ts'
import type { CommandContext } from '../context.ts'
import type { InitPlan } from '../workspace/plan-init.ts'
import { isLayoutOpen } from './choose-layout.ts'

/** The command that connects these agents. */
export const connectStep = (ids: readonly AgentId[]): string => `${cliCall()} connect ${ids.join(' ')}`

export const nextLines = (next: readonly string[]): string[] =>
  next.map((step) => t('init.next', '  next: {step}', { step }))

/** Commands to go on with, in a workspace that was set up by this plan. */
export async function nextSteps(
  { file, added, layout }: InitPlan,
  context: CommandContext,
): Promise<string[]> {
  const installed = await listInstalled(context.workspace)
  const unconnected = await connectable(file.agents ?? [], context)
  const connect = unconnected.length === 0 ? [] : [connectStep(unconnected)]
  if (installed.length === 0)
    return [`${cliCall()} search <what you need>`, `${cliCall()} install <name>`, ...connect]
  const isPlaced = added.length === 0 || layout !== undefined
  const next = isPlaced ? `${cliCall()} list` : `${cliCall()} install ${installed.join(' ')}`
  const umbrella = (await isLayoutOpen(context)) ? [`${cliCall()} init --skills umbrella`] : []
  return [next, ...umbrella, ...connect]
}
