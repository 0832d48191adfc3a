import type { CommandContext } from '../context.ts'
import type { AppliedInstall, InstallOptions } from './apply/apply-installs.ts'
import { type InstallPlan, locksSystemProgram } from './install-plan.ts'

/**
 * Applies plans: see `applyInstalls`, which is loaded only if one of them changes something or must run a program.
 */
export async function installApps(
  plans: readonly InstallPlan[],
  context: CommandContext,
  options: InstallOptions = {},
): Promise<AppliedInstall[]> {
  if (plans.every(isDone) && !context.signal.aborted) return plans.flatMap(appliedBefore)
  const { applyInstalls } = await import('./apply/apply-installs.ts')
  return applyInstalls(plans, context, options)
}

const isDone = (plan: InstallPlan): boolean => plan.isSettled && !locksSystemProgram(plan)

const appliedBefore = (plan: InstallPlan): AppliedInstall[] =>
  plan.facts.record === undefined ? [] : [{ record: plan.facts.record, plan }]
