import { t } from '@cli-apps/core'
import {
  type BubblewrapSandbox,
  type FoundPlace,
  type GroupLimits,
  type LimitedGroup,
  mountedIn,
  mountsHold,
  openLimitedGroup,
  type ProcessResult,
  type RunProcessOptions,
  runProcess,
  sandboxChild,
  type Wrapper,
  wrapCommand,
} from '@cli-apps/core/node'
import type { Confinement } from './confinement.ts'
import { type OpenPlaces, openPlaces } from './open-places.ts'
import type { RunLimits } from './sandbox-setting.ts'

type Sandboxed = Exclude<Confinement, { kind: 'none' }>

/** The result of a program, and the limits it hit as clauses such as `it needed more than 64 MiB of memory`. */
export interface LimitedResult {
  result: ProcessResult
  limitsMet: string[]
  /** Hosts that it asked for and may not reach, as `host:port`. */
  refusedHosts?: string[]
}

/**
 * Runs a program in bubblewrap, with limits in a cgroup. Returns `undefined` if a path to mount had changed, and the
 * program did not start.
 */
export async function runInBubblewrap(
  argv: readonly string[],
  confinement: Sandboxed & { sandbox: BubblewrapSandbox },
  isProtected: readonly FoundPlace[],
  options: RunProcessOptions,
): Promise<LimitedResult | undefined> {
  const { limits } = confinement
  const group = limits === null ? undefined : await openLimitedGroup(groupLimits(limits))
  try {
    const result = await runMounted(argv, { ...confinement, group }, isProtected, options)
    if (result === undefined) return undefined
    const limitsMet =
      group === undefined || limits === null ? [] : describeLimits(await group.exceeded(), limits)
    return { result, limitsMet }
  } finally {
    await group?.close()
  }
}

async function runMounted(
  argv: readonly string[],
  { sandbox, policy, workspace, group, access }: Sandboxed & { sandbox: BubblewrapSandbox; group: Group },
  isProtected: readonly FoundPlace[],
  options: RunProcessOptions,
): Promise<ProcessResult | undefined> {
  using places = openPlaces(policy, workspace, { isProtected, access })
  if (places === undefined) return undefined
  const numbers = sandbox.bindsDescriptors ? numbersOf(places) : new Map<string, number>()
  const words = wrapCommand(argv, places.policy, sandbox, {
    tells: true,
    isHeld: true,
    tellsStart: true,
    descriptors: numbers,
  })
  const start = { isBegun: false }
  const holds = (child: number): Promise<boolean> =>
    mountsHold(child, workspace.root, mountedIn(words, workspace.root))
  const wrapper = { ...wrapperOf(group, start, holds), descriptors: usedDescriptors(words, places) }
  const heard = withoutOwnErrors(options.onOutput)
  const result = await runProcess(words, { ...options, wrapper, onOutput: heard.onOutput }).catch(
    (error: unknown) => {
      if (error instanceof MovedMounts) return undefined
      throw error
    },
  )
  if (result === undefined) return undefined
  const isOver = start.isBegun || result.timedOut || result.canceled
  if (!isOver && isMountFault(result)) return undefined
  await heard.flush()
  return result
}

type OnOutput = NonNullable<RunProcessOptions['onOutput']>

/** Holds back what may be bubblewrap's own error, until it is known whether the program will be started again. */
function withoutOwnErrors(onOutput: OnOutput | undefined): {
  onOutput: OnOutput
  flush: () => Promise<void>
} {
  let kept: Uint8Array | undefined
  const flush = async (): Promise<void> => {
    const chunk = kept
    kept = undefined
    if (chunk !== undefined) await onOutput?.('stderr', chunk)
  }
  let isFirst = true
  return {
    flush,
    async onOutput(stream, chunk) {
      if (stream !== 'stderr') return onOutput?.(stream, chunk)
      if (isFirst && Buffer.from(chunk).subarray(0, 7).toString() === 'bwrap: ') kept = chunk
      else {
        await flush()
        await onOutput?.(stream, chunk)
      }
      isFirst = false
    },
  }
}

type Group = LimitedGroup | undefined

const firstDescriptor = 6

const numbersOf = ({ descriptors }: OpenPlaces): Map<string, number> =>
  new Map([...descriptors.keys()].map((at, index) => [at, firstDescriptor + index]))

/** Bubblewrap closes the descriptors it mounts; others would stay open in the program. */
function usedDescriptors(words: readonly string[], { descriptors }: OpenPlaces): (number | undefined)[] {
  const own = words.slice(0, words.indexOf('--'))
  const used = new Set(own.filter((_, at) => own[at - 1]?.endsWith('bind-fd')).map(Number))
  return [...descriptors.values()].map((one, index) => (used.has(firstDescriptor + index) ? one : undefined))
}

const isMountFault = ({ exitCode, stderr }: ProcessResult): boolean =>
  exitCode === 1 && stderr.head.startsWith('bwrap: ') && !stderr.head.startsWith('bwrap: execvp')

/** Thrown when paths moved during mounting; ends the sandbox before its program starts. */
class MovedMounts extends Error {}

/** Starts the program once its paths are mounted and the process is in the cgroup. */
const wrapperOf = (
  group: Group,
  start: { isBegun: boolean },
  holds: (child: number) => Promise<boolean>,
): Wrapper => ({
  isHeld: true,
  async onTold(told) {
    const child = sandboxChild(told)
    if (!(await holds(child))) throw new MovedMounts()
    await group?.add(child)
    return child
  },
  // It reports a status only for a program that it started.
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
  ...(met.includes('memory')
    ? [t('run-in-bubblewrap.memory', 'it needed more than {memoryMb} MiB of memory', { memoryMb })]
    : []),
  ...(met.includes('processes')
    ? [t('run-in-bubblewrap.processes', 'it started more than {processes} processes', { processes })]
    : []),
]
