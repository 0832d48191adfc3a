import {
  type AppManifest,
  findPackageVersion,
  type InstallMethod,
  type InstallRecord,
  majorWarning,
  t,
} from '@cli-apps/core'
import type { LeftOut } from '@cli-apps/core/skill'
import type { CommandContext } from '../context.ts'
import { checkReleaseAge } from '../policy/check-release-age.ts'
import { checkMethod } from '../provenance/check-method.ts'
import type { CheckedRelease } from '../provenance/check-npm-release.ts'
import { proofRemarks } from '../provenance/require-no-loss.ts'
import type { ResolvedApp } from '../resolve/resolve-app.ts'
import { templateNotices } from '../skill/skill-style.ts'
import { confinementRemarks } from '../steps/describe-confinement.ts'
import type { StrategyPlan } from '../strategies/strategy.ts'
import type { MethodPlan } from './fallback/plan-fitting.ts'
import { noticesOf } from './notices.ts'
import type { ChosenMethod, PlannedSteps } from './plan-steps.ts'
import { type Requirements, requirementNotices } from './read-requirements.ts'

interface Remarked {
  chosen: ChosenMethod
  found: PlannedSteps
  release: Awaited<ReturnType<typeof checkRelease>>
  requirements: Requirements
}

/** Returns what a person should know before confirming, and what the curious may know. */
export async function remarksOn(
  resolved: ResolvedApp,
  { chosen: { method }, found, release, requirements }: Remarked,
  context: CommandContext,
): Promise<Pick<MethodPlan, 'notices' | 'details'>> {
  const { isStored, planned } = found
  const confined = isStored
    ? { notices: [], details: [] }
    : await confinementRemarks(method.method, planned.steps, context.environment)
  return {
    notices: [
      ...(await stepNotices(resolved, found, context)),
      ...majorNotice(resolved, method, planned),
      ...confined.notices,
      ...release.remarks,
      ...requirementNotices(resolved.manifest.name, requirements),
      ...leftOutNotices(resolved.leftOut),
    ],
    details: [...(isStored ? [] : (planned.details ?? [])), ...confined.details, ...release.details],
  }
}

/** A program that is here already was confirmed as it is. */
function majorNotice(
  { manifest: { name, version }, digest, facts: { record } }: ResolvedApp,
  method: InstallMethod,
  planned: StrategyPlan,
): string[] {
  if (record?.digest === digest && record.method === method.method) return []
  const package_version = comingVersion(method, planned)
  const warning = majorWarning(name, {
    version,
    method: method.method,
    program_version: null,
    package_version,
  })
  return warning === undefined ? [] : [warning]
}

/** The version of the package that an install brings, where that is known before. */
export const comingVersion = (method: InstallMethod, { packageVersion }: StrategyPlan): string | null =>
  packageVersion ?? findPackageVersion(method, [])

/** Checks the age and origin of a release that will be fetched; a stored or locked release is not checked. */
export async function checkRelease(
  { manifest, facts }: ResolvedApp,
  { method, platform, host }: ChosenMethod,
  { entry, isStored, tree }: PlannedSteps,
  context: CommandContext,
): Promise<{ checked: CheckedRelease | undefined; remarks: string[]; details: string[] }> {
  if (entry === null || tree !== undefined || context.isOffline)
    return { checked: undefined, remarks: [], details: [] }
  const locked = facts.locked?.platforms[platform]
  const checked =
    isStored && locked?.proof === undefined ? undefined : await checkMethod(method, locked, host, context)
  const age = isStored ? [] : await checkReleaseAge(method, facts.policy, host, context)
  const proof = checked === undefined ? undefined : proofRemarks(manifest.name, checked, locked?.proof)
  return { checked, remarks: [...age, ...(proof?.remarks ?? [])], details: proof?.details ?? [] }
}

async function stepNotices(
  resolved: ResolvedApp,
  { isStored, isDamaged, planned: { remarks = [] }, digest }: PlannedSteps,
  context: CommandContext,
): Promise<string[]> {
  const { manifest, facts } = resolved
  return [
    ...noticesOf(resolved),
    ...(isDamaged ? [damagedNotice(manifest)] : []),
    ...(isChanged(facts.record, digest) ? [changedNotice()] : []),
    ...(await templateNotices(facts.skills, context)),
    ...(isStored ? [] : remarks),
  ]
}

const isChanged = (record: InstallRecord | undefined, digest: string | undefined): boolean =>
  digest !== undefined && record?.system !== undefined && record.system.executable !== digest

const changedNotice = (): string =>
  t('plan-method.program-changed', 'the program was changed since it was adopted; it is read again')

/** Reports which texts of the manifest are hidden, and why; its registry may not have checked them. */
const leftOutNotices = (leftOut: readonly LeftOut[]): string[] =>
  leftOut.map(({ path, rule, what }) =>
    t('plan-method.not-shown-reads-like', 'Not shown: {path} reads like {what} ({rule}).', {
      path,
      what,
      rule,
    }),
  )

const damagedNotice = ({ name, version }: AppManifest): string =>
  t(
    'plan-method.store-has-changed-files',
    'The store has {name} {version} with changed files; it is rebuilt.',
    { name, version },
  )
