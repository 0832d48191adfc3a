import { mkdir, realpath, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  type FoundSandbox,
  findBubblewrap,
  killMarkedProcesses,
  killProcessesIn,
  linkSignals,
  markVariable,
  markWithin,
  newMark,
  ownHomes,
  type ProcessResult,
  programFiles,
  readProgramFolders,
  resolvePolicy,
  runProcess,
  sandboxResult,
  secretFolders,
  temporaryName,
  wrapCommand,
} from '@cli-apps/core/node'
import type { WorkFolder } from '../home/work-folder.ts'
import { withinDiskBound } from './disk-bound.ts'
import { probeEnvironment } from './probe-environment.ts'
import { removeTree } from './remove-tree.ts'
import { findToolFolders } from './tool-folders.ts'

export interface ProbeRunOptions {
  /** Text for standard input, which is closed otherwise. */
  stdin?: string
  /** Milliseconds. */
  timeout?: number
  /** A folder below the probe's; by default one for all runs. */
  cwd?: string
}

export interface Probe {
  /**
   * Runs the program with these arguments, a temporary home, and no network if there is a sandbox. Its remaining
   * processes are killed. Throws `ProcessError` if it cannot be started, or `probe.disk` if it writes too much.
   */
  run(args: readonly string[], options?: ProbeRunOptions): Promise<ProcessResult>
  /** The temporary folder. */
  folder: string
  /** The sandbox, or why there is none. */
  confinement: FoundSandbox
  [Symbol.asyncDispose](): Promise<void>
}

export interface OpenProbeOptions {
  environment: NodeJS.ProcessEnv
  signal: AbortSignal
  work: WorkFolder
  /** Files and folders that the program must read besides the system and those derived from its argv. */
  readable?: readonly string[]
  /** The sandbox to use; detected by default. */
  confinement?: FoundSandbox
}

/**
 * Opens an environment to probe any program, given its argv prefix: closed standard input, no terminal, a temporary
 * home. Closing it ends everything that was started in it and deletes everything written.
 */
export async function openProbe(
  argv: readonly string[],
  { environment, signal, work, readable = [], confinement }: OpenProbeOptions,
): Promise<Probe> {
  const found = confinement ?? (await findBubblewrap(environment))
  const folder = temporaryName(path.join(await realpath(tmpdir()), 'cli-apps'))
  const mark = newMark()
  await work.noteMark(mark)
  await work.noteFolder(folder)
  const home = path.join(folder, 'home')
  const temporary = path.join(folder, 'tmp')
  const current = path.join(folder, 'work')
  for (const made of [folder, home, temporary, current]) await mkdir(made, { mode: 0o700 })
  const tools = await findToolFolders(argv, { environment })
  for (const [place, target] of tools.links) {
    await mkdir(path.dirname(path.join(home, place)), { recursive: true, mode: 0o700 })
    await symlink(target, path.join(home, place))
  }
  const env = { ...probeEnvironment(environment, { home, temporary }), ...tools.variables }
  const confine = await confiner(argv, found, {
    environment,
    readable: [...readable, ...tools.readable],
    folder,
  })
  let runs = 0

  return {
    folder,
    confinement: found,
    run: async (args, { stdin, timeout = 20_000, cwd = current } = {}) => {
      const own = markWithin(mark, ++runs)
      const words = [...argv, ...args]
      try {
        const result = await withinDiskBound(folder, async (full) => {
          using stop = linkSignals(signal, full)
          return await runProcess(confine(words, cwd), {
            cwd,
            env: { ...env, [markVariable]: own },
            timeout,
            signal: stop.signal,
            onStart: work.noteGroup,
            ...(stdin === undefined ? {} : { stdin }),
          })
        })
        return found.sandbox === undefined ? result : sandboxResult(result, words, found.sandbox)
      } finally {
        // In a sandbox they end with it.
        if (found.sandbox === undefined) await killMarkedProcesses(own)
      }
    },
    [Symbol.asyncDispose]: async () => {
      await killMarkedProcesses(mark)
      await killProcessesIn(folder)
      await removeTree(folder)
    },
  }
}

/** Returns a function that wraps an argv to run confined. */
async function confiner(
  argv: readonly string[],
  { sandbox }: FoundSandbox,
  {
    environment,
    readable,
    folder,
  }: { environment: NodeJS.ProcessEnv; readable: readonly string[]; folder: string },
): Promise<(words: readonly string[], cwd: string) => readonly string[]> {
  if (sandbox === undefined) return (words) => words
  // Scripts invoke the Node they were installed for by its name.
  const program = await readProgramFolders([...programFiles(argv), process.execPath], {
    hidden: secretFolders(environment),
  })
  const policy = resolvePolicy({
    cwd: folder,
    readable: [...program, ...readable],
    writable: [folder],
    scratch: ownHomes(),
    network: 'none',
  })
  return (words, cwd) => wrapCommand(words, { ...policy, cwd }, sandbox)
}
