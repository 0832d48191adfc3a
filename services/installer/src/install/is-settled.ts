import { isDeepStrictEqual } from 'node:util'
import { hasLayout } from '../agents/skill-placement.ts'
import type { MethodPlan } from './fallback/plan-fitting.ts'
import type { InstallPlan } from './install-plan.ts'

/**
 * Checks whether the workspace, apart from the skill, already matches the plan.
 * `packageVersion` is the version that the system manager reports for a program of the system, `digest` that of an
 * adopted program: one that was changed is inspected and locked again.
 */
export function isSettled(
  plan: Omit<MethodPlan, 'isSettled'>,
  {
    packageVersion,
    digest: now,
  }: { packageVersion?: string | null | undefined; digest?: string | undefined },
): boolean {
  const { source, facts, frozen, range, version, digest, method, platform, pin, isMoved } = plan
  if (source !== 'present' || !isPlaced(plan)) return false
  const { locked, record } = facts
  if (frozen !== undefined) return now === undefined || record?.system?.executable === now
  const here = locked?.platforms[platform]
  const isSameProgram =
    here?.program_version === record?.program_version &&
    (packageVersion == null || here?.artifacts.every((artifact) => artifact.version === packageVersion)) &&
    (now === undefined || record?.system?.executable === now)
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
  isDeepStrictEqual(placement.agents, facts.record?.skill.agents ?? []) &&
  isDeepStrictEqual(placement.shell, facts.record?.skill.shell ?? []) &&
  (facts.record === undefined || hasLayout(facts.record, placement.layout))
