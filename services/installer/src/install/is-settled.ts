import { isDeepStrictEqual } from 'node:util'
import type { MethodPlan } from './fallback/plan-fitting.ts'
import type { InstallPlan } from './install-plan.ts'

/**
 * Checks whether the workspace, apart from the skill, already matches the plan.
 * `packageVersion` is the version that the system manager reports for a program of the system: a program that was
 * updated is inspected and locked again.
 */
export function isSettled(
  plan: Omit<MethodPlan, 'isSettled'>,
  packageVersion: string | null | undefined,
): boolean {
  const { source, facts, frozen, range, version, digest, method, platform, pin, isMoved } = plan
  if (source !== 'present' || !isPlaced(plan)) return false
  if (frozen !== undefined) return true
  const { locked, record } = facts
  const here = locked?.platforms[platform]
  const isSameProgram =
    here?.program_version === record?.program_version &&
    (packageVersion == null || here?.artifacts.every((artifact) => artifact.version === packageVersion))
  return (
    !isMoved &&
    facts.declared === range &&
    (pin === undefined || facts.pin === pin) &&
    locked?.version === version &&
    locked.digest === digest &&
    here?.method === method.method &&
    (plan.entry !== null || isSameProgram === true)
  )
}

/** Checks whether exactly the intended agents find the skill already. */
const isPlaced = ({ placement, facts }: Pick<InstallPlan, 'placement' | 'facts'>): boolean =>
  placement.added.length + placement.dropped.length === 0 &&
  isDeepStrictEqual(placement.agents, facts.record?.skill.agents ?? [])
