import { mkdir, rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { UnsupportedError } from '@cli-apps/core'
import {
  type BubblewrapSandbox,
  type FoundPlace,
  type GroupLimits,
  type GuardReport,
  guardRun,
  isDiskRefusal,
  type LimitedGroup,
  makeFolder,
  openLimitedGroup,
  type ProcessResult,
  type Quarantined,
  type RunProcessOptions,
  runProcess,
  type SandboxPolicy,
  sandboxChild,
  sandboxResult,
  type Wrapper,
  wrapCommand,
} from '@cli-apps/core/node'
import type { Confinement } from './confinement.ts'
import { coarsened, type OpenPlaces, openPlaces, withPlaces } from './open-places.ts'
import { runInContainer } from './run-in-container.ts'
import type { RunLimits } from './sandbox-setting.ts'

type Sandboxed = Exclude<Confinement, { kind: 'none' }>

/** What a program in its confinement did. */
export interface ConfinedResult {
  result: ProcessResult
  /** Limits that it ran into, as clauses such as `it needed more than 64 MiB of memory`. */
  limitsMet: string[]
  /** What it created at protected places, and where that is now. */
  quarantined: Quarantined[]
  /** What could not be moved. */
  left: string[]
}

type Ran = Pick<ConfinedResult, 'result' | 'limitsMet'>

/** How often a sandbox is begun whose places were replaced meanwhile. */
const mostAttempts = 10
const pauseMs = 20

/**
 * Runs a program as its confinement says. Throws what `runProcess` and `sandboxResult` throw, and `UnsupportedError`
 * `sandbox.no-limits` where its limits cannot be set, `sandbox.busy-workspace` where its places keep changing.
 */
export async function runConfined(
  argv: readonly string[],
  confinement: Confinement,
  options: RunProcessOptions,
): Promise<ConfinedResult> {
  if (confinement.kind === 'none')
    return { result: await runProcess(argv, options), limitsMet: [], quarantined: [], left: [] }
  const { dataFolder, temporary, sandbox } = confinement
  const policy = await withDataFolder(confinement.policy, dataFolder)
  if (temporary !== null) await mkdir(temporary, { mode: 0o700 })
  try {
    const { result, ...ran } = await runGuarded(argv, { ...confinement, policy }, options)
    return { ...ran, result: sandboxResult(result, argv, sandbox) }
  } finally {
    if (temporary !== null) await rm(temporary, { recursive: true, force: true })
  }
}

/**
 * What is to be mounted may be replaced between the search for it and the mount, as an install replaces the lockfile. As long as the
 * program has not begun, places are searched and mounted again.
 */
async function runGuarded(
  argv: readonly string[],
  confinement: Sandboxed,
  options: RunProcessOptions,
): Promise<ConfinedResult> {
  const reports: GuardReport[] = []
  for (let attempt = 1; attempt <= mostAttempts; attempt++) {
    const guarded = await guardRun(confinement.workspace)
    const finish = async (): Promise<void> => void reports.push(await guarded.finish())
    const ran = await runIn(argv, confinement, guarded.protected, options).catch(async (error: unknown) => {
      await finish()
      throw error
    })
    await finish()
    const merged = {
      quarantined: reports.flatMap(({ quarantined }) => quarantined),
      left: reports.at(-1)?.left ?? [],
    }
    if (ran !== undefined) return { ...ran, ...merged }
    await sleep(pauseMs * attempt)
  }
  throw new UnsupportedError(
    'sandbox.busy-workspace',
    `Protected places of ${confinement.workspace.root} are replaced all the time; no sandbox could be built on them.`,
    {
      hint: 'Look which program replaces them (Git, an editor, an install), and try again when it has finished.',
    },
  )
}

/** `undefined` where what was to be mounted had changed, and the program did not begin. */
function runIn(
  argv: readonly string[],
  confinement: Sandboxed,
  isProtected: readonly FoundPlace[],
  options: RunProcessOptions,
): Promise<Ran | undefined> {
  const { sandbox } = confinement
  if (sandbox.kind === 'bubblewrap')
    return runInGroup(argv, { ...confinement, sandbox }, isProtected, options)
  const places = coarsened(isProtected.map(({ path }) => path))
  const policy = withPlaces(confinement.policy, confinement.workspace, places)
  switch (sandbox.kind) {
    case 'sandbox-exec':
      return unlimited(runProcess(wrapCommand(argv, policy, sandbox), options))
    case 'container': {
      const limits = confinement.limits === null ? null : groupLimits(confinement.limits)
      return unlimited(runInContainer(argv, { policy, sandbox, limits }, options))
    }
  }
}

/** Of a run whose limits, if it had any, nobody tells about. */
const unlimited = async (run: Promise<ProcessResult>): Promise<Ran> => ({
  result: await run,
  limitsMet: [],
})

async function runInGroup(
  argv: readonly string[],
  confinement: Sandboxed & { sandbox: BubblewrapSandbox },
  isProtected: readonly FoundPlace[],
  options: RunProcessOptions,
): Promise<Ran | undefined> {
  const { limits } = confinement
  const group = limits === null ? undefined : await openLimitedGroup(groupLimits(limits))
  try {
    const result = await runInBubblewrap(argv, { ...confinement, group }, isProtected, options)
    if (result === undefined) return undefined
    const limitsMet =
      group === undefined || limits === null ? [] : describeLimits(await group.exceeded(), limits)
    return { result, limitsMet }
  } finally {
    await group?.close()
  }
}

async function runInBubblewrap(
  argv: readonly string[],
  { sandbox, policy, workspace, group }: Sandboxed & { sandbox: BubblewrapSandbox; group: Group },
  isProtected: readonly FoundPlace[],
  options: RunProcessOptions,
): Promise<ProcessResult | undefined> {
  using places = openPlaces(policy, workspace, isProtected)
  if (places === undefined) return undefined
  const numbers = sandbox.bindsDescriptors ? numbersOf(places) : new Map<string, number>()
  const words = wrapCommand(argv, places.policy, sandbox, {
    tells: true,
    isHeld: group !== undefined,
    tellsStart: true,
    descriptors: numbers,
  })
  const start = { isBegun: false }
  const wrapper = { ...wrapperOf(group, start), descriptors: usedDescriptors(words, places) }
  const result = await runProcess(words, { ...options, wrapper })
  const isOver = start.isBegun || result.timedOut || result.canceled
  return isOver || !isMountFault(result) ? result : undefined
}

type Group = LimitedGroup | undefined

const firstDescriptor = 6

const numbersOf = ({ descriptors }: OpenPlaces): Map<string, number> =>
  new Map([...descriptors.keys()].map((at, index) => [at, firstDescriptor + index]))

/** Bubblewrap closes what it mounts; what it is not told to mount would stay open in the program. */
function usedDescriptors(words: readonly string[], { descriptors }: OpenPlaces): (number | undefined)[] {
  const own = words.slice(0, words.indexOf('--'))
  const used = new Set(own.filter((_, at) => own[at - 1]?.endsWith('bind-fd')).map(Number))
  return [...descriptors.values()].map((one, index) => (used.has(firstDescriptor + index) ? one : undefined))
}

const isMountFault = ({ exitCode, stderr }: ProcessResult): boolean =>
  exitCode === 1 && stderr.head.startsWith('bwrap: ') && !stderr.head.startsWith('bwrap: execvp')

/** The policy once the app's own folder is there; where none can be made, as on a read-only disk, it is in memory. */
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

/** The program begins when the group has what will start it. */
const wrapperOf = (group: Group, start: { isBegun: boolean }): Wrapper => ({
  isHeld: group !== undefined,
  async onTold(told) {
    const child = sandboxChild(told)
    await group?.add(child)
    return child
  },
  // It tells a status only of a program that it came to start.
  onEnded(told) {
    start.isBegun = told.includes('"exit-code"')
  },
})

/** The first process of the sandbox is not the app's. */
export const groupLimits = ({ memoryMb, processes, cpuPercent }: RunLimits): GroupLimits => ({
  memoryBytes: memoryMb * 2 ** 20,
  processes: processes + 1,
  cpuPercent,
})

const describeLimits = (met: readonly string[], { memoryMb, processes }: RunLimits): string[] => [
  ...(met.includes('memory') ? [`it needed more than ${memoryMb} MiB of memory`] : []),
  ...(met.includes('processes') ? [`it wanted more than ${processes} processes at once`] : []),
]
