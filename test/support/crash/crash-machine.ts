import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, readdir, readFile, rm, symlink } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { cleanEnvironment } from '@cli-apps/core/node'
import { programArgvOf } from '../cli.ts'
import { fakeApt } from '../fake-apt.ts'
import { greetScript } from '../folder-registry.ts'
import type { CrashSite } from './crash-site.ts'

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url))

export interface CrashResult {
  status: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

export interface CallOptions {
  /** Variables of `kill-points.cjs`; given, it is preloaded. */
  points?: Record<string, string>
  /** Kills the program from outside after so many milliseconds. */
  killAfterMs?: number
  /** What the program reads from its standard input. */
  input?: string
  /** The folder it runs in; the machine's workspace when absent. */
  cwd?: string
}

/** A user with a home, a workspace, a temporary folder and a fake Debian of his own, all of which can be put back as they were. */
export interface CrashMachine {
  /** Everything of the user. */
  live: string
  workspace: string
  home: string
  temporary: string
  call: (args: readonly string[], options?: CallOptions) => Promise<CrashResult>
  save: () => Promise<void>
  /** Ends what still runs and puts everything back as it was saved. */
  restore: () => Promise<void>
  /** Command lines of processes that this user's programs left running. */
  processes: () => Promise<string[]>
}

export interface CrashMachineOptions {
  /** Argv of `cli-apps`; the built one when absent. */
  program?: readonly string[]
  /** More of the environment. */
  env?: Readonly<Record<string, string>>
  /** Use the npm of this host, which takes its time, instead of a small fake. */
  usesRealNpm?: boolean
}

/** Makes a machine in `folder`, which the caller owns. */
export async function createCrashMachine(
  folder: string,
  site: Pick<CrashSite, 'url'>,
  { program = programArgvOf('cli-apps'), env: more = {}, usesRealNpm = false }: CrashMachineOptions = {},
): Promise<CrashMachine> {
  const [live, saved, tools] = ['live', 'saved', 'tools'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ]
  const [workspace, home, temporary] = ['work', 'home', 'tmp'].map((name) => path.join(live, name)) as [
    string,
    string,
    string,
  ]
  for (const made of [workspace, home, temporary, tools]) await mkdir(made, { recursive: true })
  await cp(here('fake-npm.mjs'), path.join(tools, 'npm-cli.js'))
  await chmod(path.join(tools, 'npm-cli.js'), 0o755)
  await cp(here('fake-npm-package.json'), path.join(tools, 'package.json'))
  if (!usesRealNpm) await symlink('npm-cli.js', path.join(tools, 'npm'))
  await mkdir(path.join(live, 'apt'))
  const apt = await fakeApt(greetScript, path.join(live, 'apt'))
  const env: Record<string, string> = {
    ...cleanEnvironment(process.env),
    // Whoever starts first would keep it, in a home that is compared with others.
    NODE_DISABLE_COMPILE_CACHE: '1',
    HOME: home,
    TMPDIR: temporary,
    CLI_APPS_HOME: path.join(home, 'cli-apps'),
    // A command that is killed has done all by itself; what works in the background has tests of its own.
    CI: 'true',
    XDG_CONFIG_HOME: path.join(home, 'config'),
    CLI_APPS_REGISTRY: site.url,
    CLI_APPS_MIRRORS: `https://downloads.test/=${site.url}/files/`,
    ...more,
  }
  env.PATH = [tools, apt.bin, env.PATH].join(':')
  const processes = (): Promise<string[]> => processesOf(live)
  return {
    live,
    workspace,
    home: path.join(home, 'cli-apps'),
    temporary,
    call: (args, options = {}) => call([...program, ...args], { cwd: workspace, env, ...options }),
    processes,
    async save() {
      await rm(saved, { recursive: true, force: true })
      await cp(live, saved, copyOptions)
    },
    async restore() {
      for (const line of await processes()) killQuietly(Number.parseInt(line, 10))
      await rm(live, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 })
      await cp(saved, live, copyOptions)
    },
  }
}

const copyOptions = { recursive: true, preserveTimestamps: true, verbatimSymlinks: true } as const

async function call(
  argv: readonly string[],
  { points, killAfterMs, input, cwd, env }: CallOptions & { cwd: string; env: Record<string, string> },
): Promise<CrashResult> {
  const [program = '', ...args] = argv
  const preload = points && { ...points, NODE_OPTIONS: `--require "${here('kill-points.cjs')}"` }
  const child = spawn(program, args, {
    cwd,
    env: { ...env, ...preload },
    stdio: 'pipe',
  })
  // A killed program reads no more.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const ended = once(child, 'exit')
  const timer = killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs)
  const said = Promise.all([text(child.stdout), text(child.stderr)])
  const [status, signal] = (await ended) as [number | null, NodeJS.Signals | null]
  clearTimeout(timer)
  // What a killed program left running may hold the pipes open.
  const [stdout, stderr] = (await Promise.race([said, sleep(1000, undefined, { ref: false })])) ?? ['', '']
  return { status, signal, stdout, stderr }
}

/** Processes that were given a folder below `live`, by their environment; each begins with its pid. */
async function processesOf(live: string): Promise<string[]> {
  const found: string[] = []
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const [environ, line] = await Promise.all(
      ['environ', 'cmdline'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')),
    )
    if (environ?.includes(live)) found.push(`${pid} ${line?.replaceAll('\0', ' ').trim()}`)
  }
  return found
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended by itself.
  }
}
