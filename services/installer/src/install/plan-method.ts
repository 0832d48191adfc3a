import {
  type AppManifest,
  findPackageVersion,
  type InstallMethod,
  type InstallRecord,
  type LockedArtifact,
  type LockedInstall,
  majorWarning,
  type Platform,
  t,
  UnavailableError,
} from '@cli-apps/core'
import type { LeftOut } from '@cli-apps/core/skill'
import { planPlacement, type SkillPlacement } from '../agents/skill-placement.ts'
import { refuseUnmanagedSkills } from '../agents/unmanaged-skill.ts'
import { connectedAgents } from '../connect/connected-agents.ts'
import type { CommandContext } from '../context.ts'
import { storedNodes } from '../nodes/stored-nodes.ts'
import { checkReleaseAge, dependencyAge } from '../policy/check-release-age.ts'
import { checkMethod } from '../provenance/check-method.ts'
import type { CheckedRelease } from '../provenance/check-npm-release.ts'
import { proofRemarks } from '../provenance/require-no-loss.ts'
import type { ResolvedApp } from '../resolve/resolve-app.ts'
import { isOwnRenderedAlike } from '../skill/rendered-alike.ts'
import { readSkillState } from '../skill/skill-state.ts'
import { templateNotices } from '../skill/skill-style.ts'
import { confinementRemarks } from '../steps/describe-confinement.ts'
import { isEntryWhole } from '../store/is-entry-whole.ts'
import type { StoreEntry } from '../store/store.ts'
import { strategyFor } from '../strategies/index.ts'
import type { Strategy, StrategyHost, StrategyPlan } from '../strategies/strategy.ts'
import { chooseEntry } from './choose-entry.ts'
import { chooseMethods, type FittingMethods } from './choose-method.ts'
import { chooseSource } from './choose-source.ts'
import { methodOrigin } from './fallback/method-origin.ts'
import { noMethodWorks } from './fallback/no-method-works.ts'
import { consentBefore, type MethodPlan, planFitting } from './fallback/plan-fitting.ts'
import type { InstallPlan } from './install-plan.ts'
import { isSettled } from './is-settled.ts'
import { noticesOf } from './notices.ts'
import type { PlanMethodOptions } from './plan-method-options.ts'
import { isClassRecorded } from './program/judge-program.ts'
import { type Requirements, readRequirements, requirementNotices } from './read-requirements.ts'

/** A method of an app, and the host that it is planned for. */
type ChosenMethod = Pick<FittingMethods, 'refusals' | 'host' | 'platform'> & { method: InstallMethod }

/**
 * Decides by which method a resolved app is installed here, and what the install does. Reads only. A method that cannot
 * be planned for a reason of its own makes way for the next.
 */
export async function planMethod(
  resolved: ResolvedApp,
  context: CommandContext,
  options: PlanMethodOptions,
): Promise<InstallPlan> {
  const { manifest } = resolved
  const placement = await placementOf(resolved, options, context)
  const fitting = await chooseMethods(resolved, context, options)
  const { methods, platform, host, refusals, laterRefusals } = fitting
  const { allowed, isYes = false } = options
  const failure = { manifest, platform, refusals: [...refusals, ...laterRefusals], isRoot: host.isRoot }
  const isForced = options.only !== undefined || options.adopt
  return planFitting({
    methods,
    planOne: (method) => planOne(resolved, { ...fitting, method }, { context, options, placement }),
    consent: consentBefore({ first: methods[0], platform, allowed, isYes }),
    isForced,
    allFailed: (passedOver) => noMethodWorks(failure, passedOver),
  })
}

interface Planning {
  context: CommandContext
  options: PlanMethodOptions
  placement: SkillPlacement
}

async function planOne(
  resolved: ResolvedApp,
  chosen: ChosenMethod,
  { context, options, placement }: Planning,
): Promise<MethodPlan> {
  const { manifest, leftOut, digest, json, signature, range, registry, facts } = resolved
  const found = await planSteps(resolved, chosen, context, options)
  const { entry, isStored, isDamaged, tree, planned } = found
  const { method, refusals, platform } = chosen
  const { steps, undo, adopted, companions, permissions = [], unused = [], node } = planned
  const release = await checkRelease(resolved, chosen, found, context)
  if (context.isOffline && !isStored && steps.length > 0) throw notHere(manifest, method)
  const same =
    facts.record?.digest === digest && facts.record.method === method.method ? facts.record : undefined
  const source = chooseSource({ record: same, entry, isStored, steps })
  const requirements = await readRequirements(manifest, registry, context)
  const skill = await readSkillState(facts.record, context.workspace)
  const plan = {
    name: manifest.name,
    version: manifest.version,
    range,
    registry,
    digest,
    signature,
    json,
    manifest,
    leftOut,
    platform,
    method,
    refusals,
    origin: methodOrigin(method, steps),
    size: isStored || steps.length === 0 ? undefined : (planned.size ?? release.checked?.size),
    source,
    packageVersion: comingVersion(method, planned),
    adopted: source === 'present' && same !== undefined ? same.adopted : adopted,
    entry,
    tree,
    checked: release.checked,
    allowed: options.allowed,
    rebuild: isDamaged ? ('damaged' as const) : undefined,
    ...(isStored ? { steps: [], undo: [], permissions: [] } : { steps, undo, permissions, companions, node }),
    unused: isStored ? [] : unused,
    placement,
    requirements,
    ...(await remarksOn(resolved, { chosen, found, release, requirements }, context)),
    facts,
    isMoved: resolved.movedFrom !== undefined,
    edited: skill.edited,
    frozen: options.frozen,
    pin: options.pin,
    skillLanguage: options.skillLanguage,
  }
  const isDone = skill.isIntact && isSettled(plan, found)
  return { ...plan, isSettled: isDone && (await isCurrentRecord(plan, context)) }
}

interface Remarked {
  chosen: ChosenMethod
  found: PlannedSteps
  release: Awaited<ReturnType<typeof checkRelease>>
  requirements: Requirements
}

/** Returns what a person should know before confirming, and what the curious may know. */
async function remarksOn(
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

const comingVersion = (method: InstallMethod, { packageVersion }: StrategyPlan): string | null =>
  packageVersion ?? findPackageVersion(method, [])

/** Throws if the skill of another app, or one that a user wrote, is in the way. */
async function placementOf(
  { manifest, facts }: ResolvedApp,
  { agents }: PlanMethodOptions,
  context: CommandContext,
): Promise<SkillPlacement> {
  const placement = planPlacement({
    asked: agents,
    record: facts.record,
    declared: facts,
    connected: await connectedAgents(context),
  })
  const { workspace } = context
  await refuseUnmanagedSkills(manifest.name, placement.folders, {
    workspace,
    record: facts.record,
    layout: placement.layout,
  })
  return placement
}

/** Checks the age and origin of a release that will be fetched; a stored or locked release is not checked. */
async function checkRelease(
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

/** Checks whether record and skill equal what would be generated now. Templates, languages and the generator change. */
const isCurrentRecord = async (
  { facts: { record, skills }, skillLanguage }: Pick<InstallPlan, 'facts' | 'skillLanguage'>,
  context: CommandContext,
): Promise<boolean> =>
  record !== undefined &&
  (await isClassRecorded(record, context)) &&
  (await isOwnRenderedAlike({ record, asked: skillLanguage, settings: skills }, context))

const damagedNotice = ({ name, version }: AppManifest): string =>
  t(
    'plan-method.store-has-changed-files',
    'The store has {name} {version} with changed files; it is rebuilt.',
    { name, version },
  )

const notHere = ({ name, version }: AppManifest, { method }: InstallMethod): UnavailableError =>
  new UnavailableError(
    'network.offline',
    t(
      'network.offline.from-not-store-machine',
      '{name} {version} from {method} is not in the store of this machine, and --offline downloads nothing.',
      { name, version, method },
    ),
    {
      hint: t(
        'network.offline.hint.install-once-without-offline',
        'Install it once without --offline, in any workspace of this user.',
      ),
    },
  )

interface PlannedSteps {
  entry: StoreEntry | null
  /** The store has the complete program. */
  isStored: boolean
  /** The files in the store differ from those that were built. */
  isDamaged: boolean
  tree: readonly LockedArtifact[] | undefined
  planned: StrategyPlan
  /** For a program that the system owns, if its manager reports a version. */
  packageVersion?: string | null | undefined
  /** For a program whose digest decides whether it is the recorded one. */
  digest?: string | undefined
}

async function planSteps(
  resolved: ResolvedApp,
  { method, host, platform }: ChosenMethod,
  { config, isOffline, signal }: CommandContext,
  options: PlanMethodOptions,
): Promise<PlannedSteps> {
  const { manifest, digest } = resolved
  const strategy = strategyFor(method.method)
  const tree = lockedTree(resolved, { method, platform }, options.frozen)
  const aged = dependencyAge(method, resolved.facts.policy, { config })
  const facts = await strategy.detect(method, host, {
    tree,
    dependencyAge: aged,
    isOffline,
    signal,
    storedNodes: () => storedNodes(config.store),
  })
  const plan = (prefix: string): StrategyPlan =>
    strategy.plan(method, {
      host,
      bin: method.bin ?? manifest.entry_point,
      prefix,
      facts,
      tree,
      allowed: options.allowed,
      dependencyAge: aged,
    })
  if (strategy.owner === 'system') {
    const planned = await withUpdate(plan(''), strategy, resolved, { method, host }, options)
    const packageVersion = await strategy.version?.(method, host)
    const now = await strategy.digest?.(method, host)
    return { entry: null, isStored: false, isDamaged: false, tree, planned, packageVersion, digest: now }
  }
  const key = {
    name: manifest.name,
    version: manifest.version,
    digest,
    method: method.method,
    platform,
    runsOn: strategy.runsOn(host, facts, options.allowed),
  }
  const { entry, isStored } = await chooseEntry(config.store, key, tree)
  // A program that is new to a workspace is verified first; later, "verify" does that.
  const isKnown = resolved.facts.record?.store === entry.folder
  const isDamaged = isStored && !isKnown && !(await isEntryWhole(entry))
  return {
    entry,
    isStored: isStored && !isDamaged && !options.isRebuild,
    isDamaged,
    tree,
    planned: plan(entry.prefix),
  }
}

/** Adds an update to the plan of a system program that cli-apps installed. Such an update is not rolled back. */
async function withUpdate(
  planned: StrategyPlan,
  strategy: Strategy,
  { facts: { record } }: ResolvedApp,
  { method, host }: { method: InstallMethod; host: StrategyHost },
  { isUpdate = false }: PlanMethodOptions,
): Promise<StrategyPlan> {
  if (!isUpdate || planned.steps.length > 0) return planned
  if (record?.method !== method.method || record.adopted) return planned
  const steps = (await strategy.update?.(method, host)) ?? []
  return {
    ...planned,
    steps,
    undo: [],
    packageVersion: steps.length === 0 ? planned.packageVersion : planned.offeredVersion,
  }
}

/** Returns the tree that the lockfile resolved for this exact manifest and method on this platform. */
function lockedTree(
  { digest, facts: { locked } }: ResolvedApp,
  { method, platform }: { method: InstallMethod; platform: Platform },
  frozen: LockedInstall | undefined,
): readonly LockedArtifact[] | undefined {
  if (frozen !== undefined) return frozen.artifacts
  const here = locked?.digest === digest ? locked.platforms[platform] : undefined
  return here?.method === method.method ? here.artifacts : undefined
}
