import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  busyWorkspace,
  type FoundPlace,
  type GuardReport,
  guardRun,
  isDiskRefusal,
  makeFolder,
  type ProcessResult,
  type Quarantined,
  type RunProcessOptions,
  runProcess,
  type SandboxPolicy,
  sandboxResult,
  wrapCommand,
  wrapRoot,
} from '@cli-apps/core/node'
import type { Confinement } from './confinement.ts'
import { linkHome } from './link-home.ts'
import { coarsened, withAccess, withPlaces } from './open-places.ts'
import { groupLimits, type LimitedResult, runInBubblewrap } from './run-in-bubblewrap.ts'

type Sandboxed = Exclude<Confinement, { kind: 'none' }>

/** The result of a confined program. */
export interface ConfinedResult extends LimitedResult {
  /** What it created at protected paths, and where that was moved. */
  quarantined: Quarantined[]
  /** What could not be moved. */
  left: string[]
}

/** Maximum attempts to start a sandbox whose paths keep being replaced. */
const mostAttempts = 10
const pauseMs = 20

/**
 * Runs a program in its confinement. Throws the errors of `runProcess` and `sandboxResult`, and `UnsupportedError`
 * `sandbox.no-limits` if its limits cannot be set, `sandbox.busy-workspace` if its paths keep changing.
 */
export async function runConfined(
  argv: readonly string[],
  confinement: Confinement,
  options: RunProcessOptions,
): Promise<ConfinedResult> {
  if (confinement.kind === 'none') {
    const words = confinement.root === undefined ? argv : wrapRoot(argv, confinement.root, options.cwd)
    return { result: await runProcess(words, options), limitsMet: [], quarantined: [], left: [] }
  }
  const { dataFolder, temporary, sandbox } = confinement
  const policy = await withDataFolder(confinement.policy, dataFolder)
  if (policy.writable.includes(dataFolder)) linkHome(dataFolder, confinement.homeLinks)
  if (temporary !== null) await mkdir(temporary, { mode: 0o700 })
  try {
    const { result, ...ran } = await runGuarded(argv, { ...confinement, policy }, options)
    return { ...ran, result: sandboxResult(result, argv, sandbox) }
  } finally {
    if (temporary !== null) await rm(temporary, { recursive: true, force: true })
  }
}

/**
 * Paths may be replaced between the search and the mount, as an install replaces the lockfile. Until the program has
 * started, they are searched and mounted again.
 */
async function runGuarded(
  argv: readonly string[],
  confinement: Sandboxed,
  options: RunProcessOptions,
): Promise<ConfinedResult> {
  const reports: GuardReport[] = []
  for (let attempt = 1; attempt <= mostAttempts; attempt++) {
    const guarded = await guardRun(confinement.workspace)
    const finish = async (hasBegun: boolean): Promise<void> =>
      void reports.push(await guarded.finish({ hasBegun }))
    const ran = await runIn(argv, confinement, guarded.protected, options).catch(async (error: unknown) => {
      await finish(true)
      throw error
    })
    await finish(ran !== undefined)
    const merged = {
      quarantined: reports.flatMap(({ quarantined }) => quarantined),
      left: reports.at(-1)?.left ?? [],
    }
    if (ran !== undefined) return { ...ran, ...merged }
    await sleep(pauseMs * attempt)
  }
  throw busyWorkspace(confinement.workspace.root)
}

/** Returns `undefined` if a path to mount had changed, and the program did not start. */
async function runIn(
  argv: readonly string[],
  confinement: Sandboxed,
  isProtected: readonly FoundPlace[],
  options: RunProcessOptions,
): Promise<LimitedResult | undefined> {
  const { sandbox } = confinement
  if (sandbox.kind === 'bubblewrap') {
    const run = (words: readonly string[], policy: SandboxPolicy): Promise<LimitedResult | undefined> =>
      runInBubblewrap(words, { ...confinement, sandbox, policy }, isProtected, options)
    const { policy, egress } = confinement
    if (egress === null) return run(argv, policy)
    const { runBehindProxy } = await import('./run-behind-proxy.ts')
    return runBehindProxy(argv, { policy, egress }, run)
  }
  const places = coarsened(isProtected.map(({ path }) => path))
  const access = confinement.access.filter(({ place }) => existsSync(place))
  const policy = withPlaces(withAccess(confinement.policy, access), confinement.workspace, places)
  switch (sandbox.kind) {
    case 'sandbox-exec':
      return unlimited(runProcess(wrapCommand(argv, policy, sandbox), options))
    case 'container': {
      const limits = confinement.limits === null ? null : groupLimits(confinement.limits)
      const { runInContainer } = await import('./run-in-container.ts')
      return unlimited(runInContainer(argv, { policy, sandbox, limits }, options))
    }
  }
}

/** For a run without reported limits. */
const unlimited = async (run: Promise<ProcessResult>): Promise<LimitedResult> => ({
  result: await run,
  limitsMet: [],
})

/** The policy with the app's data folder; if it cannot be created, as on a read-only disk, it is in memory. */
async function withDataFolder(policy: SandboxPolicy, dataFolder: string): Promise<SandboxPolicy> {
  try {
    await makeFolder(dataFolder, 0o700)
    return policy
  } catch (error) {
    if (!isDiskRefusal(error)) throw error
    return {
      ...policy,
      writable: policy.writable.filter((folder) => folder !== dataFolder),
      scratch: [...policy.scratch, dataFolder],
    }
  }
}
