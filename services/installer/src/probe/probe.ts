import { mkdir, realpath, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { t, UnsupportedError } from '@cli-apps/core'
import {
  appRootAmong,
  type FoundSandbox,
  findBubblewrap,
  interpreterPath,
  killMarkedProcesses,
  killProcessesIn,
  linkSignals,
  markVariable,
  markWithin,
  newMark,
  ownHomes,
  type ProcessResult,
  programFiles,
  readAppRoot,
  readProgramFolders,
  resolvePolicy,
  rootPath,
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
  /** Content of standard input, which is closed otherwise. */
  stdin?: string | Uint8Array
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
  const places = placesIn(folder)
  for (const made of [folder, ...Object.values(places)]) await mkdir(made, { mode: 0o700 })
  const { env, confine } = await openProbeSetting(argv, found, { environment, readable, folder })
  let runs = 0

  return {
    folder,
    confinement: found,
    run: async (args, { stdin, timeout = 20_000, cwd = places.current } = {}) => {
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

const placesIn = (folder: string) => ({
  home: path.join(folder, 'home'),
  temporary: path.join(folder, 'tmp'),
  current: path.join(folder, 'work'),
})

interface ProbeSetting {
  env: Record<string, string>
  /** Wraps an argv to run confined. */
  confine: (words: readonly string[], cwd: string) => readonly string[]
}

/** Prepares what the program sees, in a probe's folder. Throws what `confiner` throws. */
async function openProbeSetting(
  argv: readonly string[],
  found: FoundSandbox,
  { environment, readable, folder }: Omit<ConfineOptions, 'root'>,
): Promise<ProbeSetting> {
  const { home, temporary } = placesIn(folder)
  const env = probeEnvironment(environment, { home, temporary })
  const root = appRootAmong(readable, argv)
  // Tools of this machine are no part of a root.
  if (root !== undefined) {
    const confine = await confiner(argv, found, { environment, readable: [], folder, root })
    return { env: { ...env, PATH: rootPath }, confine }
  }
  const tools = await findToolFolders(argv, { environment })
  for (const [place, target] of tools.links) {
    await mkdir(path.dirname(path.join(home, place)), { recursive: true, mode: 0o700 })
    await symlink(target, path.join(home, place))
  }
  const shown = [...readable, ...tools.readable]
  const confine = await confiner(argv, found, { environment, readable: shown, folder, root })
  return { env: { ...env, ...tools.variables, PATH: interpreterPath(argv, env.PATH ?? '') }, confine }
}

interface ConfineOptions {
  environment: NodeJS.ProcessEnv
  readable: readonly string[]
  folder: string
  /** The root that the program brings. */
  root: string | undefined
}

/**
 * Returns a function that wraps an argv to run confined. Throws `UnsupportedError` `probe.no-root` for a program with a root of
 * its own, which does not start without bubblewrap.
 */
async function confiner(
  argv: readonly string[],
  { sandbox, reason = '' }: FoundSandbox,
  { environment, readable, folder, root }: ConfineOptions,
): Promise<ProbeSetting['confine']> {
  if (sandbox === undefined && root !== undefined) throw noRoot(argv, reason)
  if (sandbox === undefined) return (words) => words
  const policy = resolvePolicy({
    cwd: folder,
    readable: root === undefined ? [...(await programFolders(argv, environment)), ...readable] : [],
    writable: [folder],
    scratch: ownHomes(),
    network: 'none',
  })
  const rooted =
    root === undefined ? {} : { root: readAppRoot(root, [...policy.writable, ...policy.scratch]) }
  return (words, cwd) => wrapCommand(words, { ...policy, ...rooted, cwd }, sandbox)
}

/** Scripts invoke the Node they were installed for by its name. */
const programFolders = (argv: readonly string[], environment: NodeJS.ProcessEnv): Promise<string[]> =>
  readProgramFolders([...programFiles(argv), process.execPath], { hidden: secretFolders(environment) })

const noRoot = ([program = '']: readonly string[], reason: string): UnsupportedError =>
  new UnsupportedError(
    'probe.no-root',
    t('probe.no-root', '{program} brings its own system, which only bubblewrap can assemble: {reason}.', {
      program: path.basename(program),
      reason: reason.replace(/\.$/, ''),
    }),
    { hint: t('probe.no-root.hint', 'Install bubblewrap (apt-get install bubblewrap) and try again.') },
  )
