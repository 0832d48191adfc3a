import { type InstallMethod, type MethodKind, type Platform, t } from '@cli-apps/core'
import type { InstallPlan } from '../install-plan.ts'
import { expectedNeeds, extraNeeds, needsOf } from './method-needs.ts'
import { methodName } from './method-origin.ts'

/** Whether a method exists on such a system at all. Elsewhere, that it does not fit is no news. */
export function isOfSystem(method: MethodKind, platform: Platform): boolean {
  const [system = ''] = platform.split('-')
  const foreign: Readonly<Record<string, readonly MethodKind[]>> = {
    linux: ['winget', 'scoop'],
    darwin: ['debian', 'apt', 'winget', 'scoop'],
    windows: ['debian', 'apt', 'brew'],
  }
  return !(foreign[system] ?? []).includes(method)
}

/** What a method needs that confirming the plan does not cover. */
const neededBy = (method: InstallMethod, plan: InstallPlan): string[] => {
  const { platform, allowed } = plan
  return extraNeeds(expectedNeeds(method, { platform, allowed }), needsOf(plan)).map(({ text }) => text)
}

/** For programs: the methods that are tried if the planned one fails, in order. */
export const alternativesOf = (plan: InstallPlan) =>
  plan.otherwise.map((method) => ({
    method: method.method,
    name: methodName(method, plan.platform),
    asks_first: neededBy(method, plan),
  }))

/** For people, in one line. */
export function otherwiseRemarks(plan: InstallPlan): string[] {
  if (plan.otherwise.length === 0 || plan.steps.length === 0) return []
  const listed = plan.otherwise.map((method) => {
    const name = methodName(method, plan.platform)
    const needs = neededBy(method, plan)
    return needs.length === 0
      ? name
      : t('describe-alternatives.asks-first', '{name} (asks first: {needs})', {
          name,
          needs: needs.join(', '),
        })
  })
  return [t('describe-alternatives.otherwise', 'otherwise: {listed}', { listed: listed.join('; ') })]
}
