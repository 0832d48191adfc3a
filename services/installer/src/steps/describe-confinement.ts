import type { MethodKind } from '@cli-apps/core'
import { t } from '@cli-apps/core'
import { type FoundSandbox, findBubblewrap } from '@cli-apps/core/node'
import type { Step, StepConfinement } from '../strategies/step.ts'

/**
 * Returns the plan's remarks on how the package managers of its steps are isolated from the rest of the machine. That a
 * sandbox works is a detail.
 */
export async function confinementRemarks(
  manager: MethodKind,
  steps: readonly Step[],
  environment: NodeJS.ProcessEnv,
): Promise<{ notices: string[]; details: string[] }> {
  const runs = steps.flatMap((step) => (step.step === 'run' ? [step] : []))
  const instead = steps.flatMap((step) => (step.step === 'packages' ? [step.otherwise] : []))
  const [confinement] = [...runs, ...instead].flatMap((step) => step.confinement ?? [])
  if (runs.length + instead.length === 0) return { notices: [], details: [] }
  if (confinement === undefined)
    return {
      notices: [
        t(
          'describe-confinement.runs-outside-sandbox-system',
          '{manager} runs outside the sandbox: it is a system package manager',
          { manager },
        ),
      ],
      details: [],
    }
  const found = await findBubblewrap(environment)
  const remark =
    runs.length > 0
      ? confinementRemark(manager, confinement, found)
      : t('describe-confinement.otherwise', 'cli-apps downloads and unpacks it; where it cannot, {remark}', {
          remark: confinementRemark(manager, confinement, found),
        })
  return found.sandbox === undefined ? { notices: [remark], details: [] } : { notices: [], details: [remark] }
}

export const confinementRemark = (
  manager: string,
  { hosts }: Pick<StepConfinement, 'hosts'>,
  { sandbox, reason }: FoundSandbox,
): string =>
  sandbox === undefined
    ? t(
        'describe-confinement.runs-without-sandbox-because',
        '{manager} runs without a sandbox, because none works here ({reason}): its code has all your permissions',
        { manager, reason },
      )
    : t(
        'describe-confinement.runs-sandbox-reaches-only',
        '{manager} runs in a sandbox and reaches only {list}',
        { manager, list: [...new Set(hosts.map(({ hostname }) => hostname))].join(', ') },
      )
