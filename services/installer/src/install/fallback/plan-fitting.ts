import { type InstallMethod, isAppError, t } from '@cli-apps/core'
import type { Allowances } from '../../strategies/strategy.ts'
import type { Consent, InstallPlan } from '../install-plan.ts'
import { mayFallBack } from './may-fall-back.ts'
import { type ExtraNeed, expectedNeeds, extraNeeds, needsOf } from './method-needs.ts'
import { failedMethod, type PassedOver } from './passed-over.ts'

/** A plan by one method, before it is known what else there is. */
export type MethodPlan = Omit<InstallPlan, FallbackField>
type FallbackField = 'passedOver' | 'otherwise' | 'planOther' | 'allFailed' | 'isForced'

interface Fitting {
  methods: readonly InstallMethod[]
  planOne: (method: InstallMethod) => Promise<MethodPlan>
  /** What was passed over before. */
  passedOver?: readonly PassedOver[]
  consent: Consent
  /** There is only one method: the one that was asked for. Its own error is thrown. */
  isForced: boolean
  allFailed: (passedOver: readonly PassedOver[]) => Error
}

/**
 * Plans the first of these methods that can be planned and is consented to. The plan names those that remain. Throws
 * what a method throws that may not be passed over, and `allFailed` if none is left.
 */
export async function planFitting(fitting: Fitting): Promise<InstallPlan> {
  const { methods, planOne, consent, isForced, allFailed } = fitting
  const passedOver = [...(fitting.passedOver ?? [])]
  for (const [index, method] of methods.entries()) {
    const otherwise = methods.slice(index + 1)
    try {
      const planOther: InstallPlan['planOther'] = (passed, next) =>
        planFitting({ ...fitting, methods: otherwise, passedOver: passed, consent: next })
      const plan = {
        ...(await planOne(method)),
        ...{ passedOver: [...passedOver], otherwise, planOther, allFailed, isForced },
      }
      const refused = await consent(plan, otherwise.length === 0)
      if (refused === undefined) return plan
      passedOver.push(refused)
    } catch (error) {
      if (isForced || !isAppError(error) || !mayFallBack(error)) throw error
      passedOver.push(failedMethod(method, error))
    }
  }
  throw allFailed(passedOver)
}

interface FirstOptions {
  first: InstallMethod
  platform: string
  allowed: Allowances
  /** `--yes`: no one is asked. */
  isYes: boolean
}

/**
 * The consent of a plan that is still to be confirmed. A method that may not run third-party code by name makes way for
 * one that need not. With `--yes`, no method may need more than the first one, which is what that option was passed for.
 */
export const consentBefore =
  ({ first, platform, allowed, isYes }: FirstOptions): Consent =>
  async (plan, isLast) => {
    const missing = plan.permissions.find(({ option, granted }) => !granted && isForCode(option))
    if (missing !== undefined && !isLast)
      return skipped(plan, [{ code: 'consent.permission', text: missing.option }])
    if (!isYes || plan.method === first) return undefined
    const extra = extraNeeds(needsOf(plan), expectedNeeds(first, { platform, allowed }))
    return extra.length === 0 ? undefined : skipped(plan, extra)
  }

const isForCode = (option: string): boolean => /^--allow-(scripts|builds) /.test(option)

/** A method that needs more than was confirmed. */
export const skipped = ({ method: { method } }: InstallPlan, extra: readonly ExtraNeed[]): PassedOver => {
  const needs = extra.map(({ text }) => text).join(', ')
  const [first] = extra
  return {
    method,
    code: first?.code ?? 'consent.root',
    reason:
      first?.code === 'consent.permission'
        ? t('plan-fitting.needs-option', 'it needs {needs}', { needs })
        : t(
            'plan-fitting.not-covered',
            'it needs {needs}, which --yes does not cover; pass --method {method}',
            {
              needs,
              method,
            },
          ),
    log: null,
  }
}
