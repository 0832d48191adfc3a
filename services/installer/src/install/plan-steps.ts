import type { InstallMethod, LockedArtifact, LockedInstall, Platform } from '@cli-apps/core'
import type { CommandContext } from '../context.ts'
import { storedNodes } from '../nodes/stored-nodes.ts'
import { dependencyAge } from '../policy/check-release-age.ts'
import type { ResolvedApp } from '../resolve/resolve-app.ts'
import { isEntryWhole } from '../store/is-entry-whole.ts'
import type { StoreEntry } from '../store/store.ts'
import { strategyFor } from '../strategies/index.ts'
import type {
  Allowances,
  DetectRequest,
  Strategy,
  StrategyHost,
  StrategyPlan,
} from '../strategies/strategy.ts'
import { type ChosenEntry, chooseEntry } from './choose-entry.ts'
import type { FittingMethods } from './choose-method.ts'
import type { PlanMethodOptions } from './plan-method-options.ts'

/** A method of an app, and the host that it is planned for. */
export type ChosenMethod = Pick<FittingMethods, 'refusals' | 'host' | 'platform'> & { method: InstallMethod }

export interface PlannedSteps {
  entry: StoreEntry | null
  /** The store has the complete program. */
  isStored: boolean
  /** The files in the store differ from those that were built. */
  isDamaged: boolean
  tree: readonly LockedArtifact[] | undefined
  /** What the user allows by name, now or when this very program was installed. */
  allowed: Allowances
  planned: StrategyPlan
  /** For a program that the system owns, if its manager reports a version. */
  packageVersion?: string | null | undefined
  /** For a program whose digest decides whether it is the recorded one. */
  digest?: string | undefined
}

/** Returns what a method does here, and what of it the store already has. */
export async function planSteps(
  resolved: ResolvedApp,
  { method, host, platform }: ChosenMethod,
  { config, isOffline, signal }: CommandContext,
  options: PlanMethodOptions,
): Promise<PlannedSteps> {
  const { manifest, digest } = resolved
  const strategy = strategyFor(method.method)
  const tree = lockedTree(resolved, { method, platform }, options.frozen)
  const aged = dependencyAge(method, resolved.facts.policy, { config })
  const request: DetectRequest = {
    tree,
    dependencyAge: aged,
    isOffline,
    signal,
    storedNodes: () => storedNodes(config.store),
  }
  const facts = await strategy.detect(method, host, request)
  const plan = (prefix: string, allowed: Allowances, lone?: readonly LockedArtifact[]): StrategyPlan =>
    strategy.plan(method, {
      host,
      bin: method.bin ?? manifest.entry_point,
      prefix,
      facts,
      tree,
      lone,
      allowed,
      dependencyAge: aged,
    })
  if (strategy.owner === 'system') {
    const planned = plan('', options.allowed)
    return { tree, ...(await planInSystem(planned, { resolved, strategy, method, host }, options)) }
  }
  const key = { name: manifest.name, version: manifest.version, digest, method: method.method, platform }
  const choose = (allowed: Allowances): Promise<ChosenEntry> =>
    chooseEntry(config.store, { ...key, runsOn: strategy.runsOn(host, facts, allowed) }, tree)
  const installed = resolved.facts.record?.store
  const allowed = await allowedNowOrThen(options.allowed, method, {
    isInstalled: async (then) => (await choose(then)).entry.folder === installed,
  })
  const { entry, isStored } = await choose(allowed)
  // A program that is new to a workspace is verified first; later, "verify" does that.
  const isKnown = installed === entry.folder
  const isDamaged = isStored && !isKnown && !(await isEntryWhole(entry))
  const isThere = isStored && !isDamaged && !options.isRebuild
  const lone = isThere || tree !== undefined ? undefined : await strategy.loneTree?.(method, host, request)
  return {
    entry,
    isStored: isThere,
    isDamaged,
    tree,
    allowed,
    planned: plan(entry.prefix, allowed, lone),
  }
}

interface OfSystem {
  resolved: ResolvedApp
  strategy: Strategy
  method: InstallMethod
  host: StrategyHost
}

async function planInSystem(
  plan: StrategyPlan,
  { resolved, strategy, method, host }: OfSystem,
  options: PlanMethodOptions,
): Promise<Omit<PlannedSteps, 'tree'>> {
  const planned = await withUpdate(plan, strategy, resolved, { method, host }, options)
  const packageVersion = await strategy.version?.(method, host)
  const digest = await strategy.digest?.(method, host)
  const { allowed } = options
  return { entry: null, isStored: false, isDamaged: false, allowed, planned, packageVersion, digest }
}

/**
 * Returns what the user allows now, with the scripts that the method requires if the program was installed with them: its
 * place in the store proves that they were allowed then.
 */
async function allowedNowOrThen(
  now: Allowances,
  method: InstallMethod,
  { isInstalled }: { isInstalled: (then: Allowances) => Promise<boolean> },
): Promise<Allowances> {
  const required = method.method === 'npm' ? (method.scripts ?? []) : []
  if (required.every((name) => now.scripts.includes(name))) return now
  const then = { ...now, scripts: [...new Set([...now.scripts, ...required])] }
  return (await isInstalled(then)) ? then : now
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
