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
  /** Written to standard input, which is closed otherwise. */
  stdin?: string
  /** Milliseconds. */
  timeout?: number
  /** A folder below that of the probe; one for all runs when absent. */
  cwd?: string
}

export interface Probe {
  /**
   * Runs the program with these arguments, with a throw-away home, and without network where there is a sandbox. What it
   * leaves running is ended with it. Throws `ProcessError` when it cannot be started, or `probe.disk` when it writes too much.
   */
  run(args: readonly string[], options?: ProbeRunOptions): Promise<ProcessResult>
  /** The throw-away folder. */
  folder: string
  /** What keeps the program from the rest of the machine, or why nothing does. */
  confinement: FoundSandbox
  [Symbol.asyncDispose](): Promise<void>
}

export interface OpenProbeOptions {
  environment: NodeJS.ProcessEnv
  signal: AbortSignal
  work: WorkFolder
  /** Files and folders that the program needs to see besides the system and those that its argv tells of. */
  readable?: readonly string[]
  /** The sandbox to use; the one that is found when absent. */
  confinement?: FoundSandbox
}

/**
 * A place to try any program in, `argv` being its argv prefix: closed standard input, no terminal, a home of its own. When it is
 * closed, everything that was started in it ends and everything written is removed.
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

/** Gives the argv that runs another one confined. */
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
  // Scripts call the Node that they were made for by its name.
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
