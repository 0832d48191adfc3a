import { type AppName, t } from '@cli-apps/core'
import type { CommandContext } from '../../context.ts'
import { planText } from '../../plan/plan-text.ts'
import { askPerson, canAsk } from '../../ui/prompt.ts'
import { installChangePlan } from '../describe-install.ts'
import type { Consent, InstallPlan } from '../install-plan.ts'
import { type FailedPlan, type PlaceOptions, placePrograms, undoAll } from '../place-programs.ts'
import type { InstalledProgram } from '../program/installed-program.ts'
import { extraNeeds, joinedNeeds, type MethodNeeds, needsOf } from './method-needs.ts'
import { failedMethod, passedOverLine } from './passed-over.ts'
import { skipped } from './plan-fitting.ts'

interface FallbackOptions extends PlaceOptions {
  /** Asks a person; absent where no one can be asked, or `--yes` was passed. */
  ask?: ((question: string) => Promise<boolean>) | undefined
}

/** Who asks about a method that needs more than what was confirmed. */
export const askerOf = (context: CommandContext, isYes: boolean): FallbackOptions['ask'] =>
  isYes || !canAsk(context) ? undefined : (question) => askPerson(question, context)

/**
 * Installs the programs of plans, each by the next method if one fails for a reason of its own. A failed method leaves
 * nothing behind. When an app has no method left, finished system changes are rolled back, and its failure is thrown.
 * Results are in the order of the plans.
 */
export async function placeWithFallback(
  plans: readonly InstallPlan[],
  context: CommandContext,
  options: FallbackOptions,
): Promise<InstalledProgram[]> {
  const done = new Map<AppName, InstalledProgram>()
  const confirmed = new Map(plans.map((plan) => [plan.name, needsOf(plan)]))
  let waiting = plans
  try {
    while (waiting.length > 0) {
      const { installed, failed } = await placePrograms(waiting, context, options)
      for (const app of installed) done.set(app.plan.name, app)
      const next: InstallPlan[] = []
      for (const one of failed) next.push(await planNext(one, { confirmed, context, options }))
      waiting = next
    }
  } catch (error) {
    await undoAll([...done.values()])
    throw error
  }
  return plans.flatMap(({ name }) => done.get(name) ?? [])
}

interface Round {
  /** What was confirmed, by app. */
  confirmed: Map<AppName, MethodNeeds>
  context: CommandContext
  options: FallbackOptions
}

async function planNext({ plan, error }: FailedPlan, round: Round): Promise<InstallPlan> {
  const { output } = round.context
  const failed = failedMethod(plan.method, error)
  const next = await plan.planOther([...plan.passedOver, failed], consentDuring(round))
  output.notice(
    t('place-with-fallback.next', '{name}: {reason}. Trying {method}.', {
      name: plan.name,
      reason: passedOverLine(failed),
      method: next.method.method,
    }),
  )
  return next
}

/** The consent of a method whose turn comes while an install runs: no more than was confirmed, or a person is asked. */
const consentDuring =
  ({ confirmed, context, options: { ask } }: Round): Consent =>
  async (plan) => {
    const needs = needsOf(plan)
    const before = confirmed.get(plan.name) ?? needs
    const extra = extraNeeds(needs, before)
    if (extra.length === 0) return undefined
    // Code of packages is allowed by name, before an install begins.
    if (ask === undefined || needs.permissions.length > 0) return skipped(plan, extra)
    const { columns, notice } = context.output
    notice(planText(installChangePlan('install', [plan], context), { columns: columns.stderr }))
    const question = t('place-with-fallback.ask', '{name} by {method} needs {needs}. Continue?', {
      name: plan.name,
      method: plan.method.method,
      needs: extra.map(({ text }) => text).join(', '),
    })
    if (!(await ask(question)))
      return {
        ...skipped(plan, extra),
        code: 'consent.refused',
        reason: t('place-with-fallback.refused', 'refused'),
      }
    confirmed.set(plan.name, joinedNeeds(before, needs))
    return undefined
  }
