import { isDeepStrictEqual } from 'node:util'
import type { InstallPlan } from './install-plan.ts'

/**
 * Is the workspace already as the plan would leave it, its skill aside? `packageVersion` is what the system's manager has of
 * a program that it owns: one that moved on is looked at and locked again.
 */
export function isSettled(
  plan: Omit<InstallPlan, 'isSettled'>,
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

/** Do the agents that are to find the skill find it already, and no others? */
const isPlaced = ({ placement, facts }: Pick<InstallPlan, 'placement' | 'facts'>): boolean =>
  placement.added.length + placement.dropped.length === 0 &&
  isDeepStrictEqual(placement.agents, facts.record?.skill.agents ?? [])
