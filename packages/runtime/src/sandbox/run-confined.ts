import { mkdir, rm } from 'node:fs/promises'
import {
  type GroupLimits,
  isDiskRefusal,
  type LimitedGroup,
  makeFolder,
  openLimitedGroup,
  type ProcessResult,
  type RunProcessOptions,
  runProcess,
  type SandboxPolicy,
  sandboxChild,
  sandboxResult,
  type Wrapper,
  wrapCommand,
} from '@cli-apps/core/node'
import type { Confinement } from './confinement.ts'
import { runInContainer } from './run-in-container.ts'
import type { RunLimits } from './sandbox-setting.ts'

type Sandboxed = Exclude<Confinement, { kind: 'none' }>

/** What a program in its confinement did. */
export interface ConfinedResult {
  result: ProcessResult
  /** Limits that it ran into, as clauses such as `it needed more than 64 MiB of memory`. */
  limitsMet: string[]
}

/**
 * Runs a program as its confinement says. Throws what `runProcess` and `sandboxResult` throw, and `UnsupportedError`
 * `sandbox.no-limits` where its limits cannot be set.
 */
export async function runConfined(
  argv: readonly string[],
  confinement: Confinement,
  options: RunProcessOptions,
): Promise<ConfinedResult> {
  if (confinement.kind === 'none') return { result: await runProcess(argv, options), limitsMet: [] }
  const { dataFolder, temporary, sandbox } = confinement
  const policy = await withDataFolder(confinement.policy, dataFolder)
  if (temporary !== null) await mkdir(temporary, { mode: 0o700 })
  try {
    const { result, limitsMet } = await runIn(argv, { ...confinement, policy }, options)
    return { result: sandboxResult(result, argv, sandbox), limitsMet }
  } finally {
    if (temporary !== null) await rm(temporary, { recursive: true, force: true })
  }
}

function runIn(
  argv: readonly string[],
  confinement: Sandboxed,
  options: RunProcessOptions,
): Promise<ConfinedResult> {
  const { sandbox } = confinement
  switch (sandbox.kind) {
    case 'bubblewrap':
      return runInGroup(argv, confinement, options)
    case 'sandbox-exec':
      return unlimited(runProcess(wrapCommand(argv, confinement.policy, sandbox), options))
    case 'container': {
      const limits = confinement.limits === null ? null : groupLimits(confinement.limits)
      return unlimited(runInContainer(argv, { ...confinement, sandbox, limits }, options))
    }
  }
}

/** Of a run whose limits, if it had any, nobody tells about. */
const unlimited = async (run: Promise<ProcessResult>): Promise<ConfinedResult> => ({
  result: await run,
  limitsMet: [],
})

async function runInGroup(
  argv: readonly string[],
  { sandbox, policy, limits }: Sandboxed,
  options: RunProcessOptions,
): Promise<ConfinedResult> {
  const group = limits === null ? undefined : await openLimitedGroup(groupLimits(limits))
  try {
    const isHeld = group !== undefined
    const words = wrapCommand(argv, policy, sandbox, { tells: true, isHeld })
    const result = await runProcess(words, { ...options, wrapper: wrapperOf(group) })
    const limitsMet =
      group === undefined || limits === null ? [] : describeLimits(await group.exceeded(), limits)
    return { result, limitsMet }
  } finally {
    await group?.close()
  }
}

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
const wrapperOf = (group: LimitedGroup | undefined): Wrapper => ({
  isHeld: group !== undefined,
  async onTold(told) {
    const child = sandboxChild(told)
    await group?.add(child)
    return child
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
