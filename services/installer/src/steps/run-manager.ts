import { mkdir, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  type BubblewrapSandbox,
  certificateNames,
  findBubblewrap,
  findProxy,
  forwardedArgv,
  forwardedVariables,
  isInside,
  openEgressProxy,
  ownHomes,
  type ProcessResult,
  proxyNames,
  readProgramFolders,
  resolvePolicy,
  runProcess,
  sandboxResult,
  temporaryName,
  wrapCommand,
} from '@cli-apps/core/node'
import { proxyVariables, spelledBothWays } from '../managers/proxy-variables.ts'
import { findToolFolders, type ToolFolders } from '../probe/tool-folders.ts'
import { homeMark, type Step, type StepConfinement } from '../strategies/step.ts'

export type ConfinedStep = Step & { step: 'run'; confinement: StepConfinement }

interface RunManagerOptions {
  environment: NodeJS.ProcessEnv
  /** The user's variables that the manager sees. */
  env: Readonly<Record<string, string>>
  signal: AbortSignal
  onStart?: (pid: number) => Promise<void>
  /** The process waits until `onStart` has resolved. */
  isHeld?: boolean
  /** Notes a folder that must be removed if this process is killed. */
  noteFolder?: (folder: string) => Promise<void>
}

/** Result of a manager, and the hosts that it was refused. */
export type ManagerResult = ProcessResult & { refused: readonly string[] }

interface Place {
  folder: string
  home: string
  temporary: string
  /** Folder of the socket that leads to the network, in a sandbox. */
  egress: string
  tools: ToolFolders
}

/**
 * Runs a package manager with its own home, which holds generated settings, and in a sandbox if one works.
 * In the sandbox it sees the system and its own program, changes its working folder and a private cache, and reaches
 * only the hosts of its registry.
 */
export async function runManager(step: ConfinedStep, options: RunManagerOptions): Promise<ManagerResult> {
  const { sandbox } = await findBubblewrap(options.environment)
  const place = await makePlace(step, options)
  try {
    const env = environmentIn(place, step, options)
    return sandbox === undefined
      ? await runFreely(step, env, options)
      : await runInSandbox(step, { env, place, sandbox }, options)
  } finally {
    await rm(place.folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

async function makePlace(
  { argv, confinement }: ConfinedStep,
  { environment, noteFolder }: RunManagerOptions,
): Promise<Place> {
  const folder = temporaryName(path.join(await realpath(tmpdir()), 'cli-apps'))
  await noteFolder?.(folder)
  const [home, temporary, egress] = ['home', 'tmp', 'egress'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ]
  for (const made of [folder, home, temporary, egress]) await mkdir(made, { mode: 0o700 })
  const tools = await findToolFolders(argv.slice(0, 1), { environment })
  for (const [at, target] of tools.links) {
    await mkdir(path.dirname(path.join(home, at)), { recursive: true, mode: 0o700 })
    await symlink(target, path.join(home, at))
  }
  for (const [at, text] of Object.entries(confinement.files))
    await writeFile(path.join(home, at), text, { mode: 0o600, flag: 'wx' })
  for (const made of confinement.writable) await mkdir(made, { recursive: true, mode: 0o700 })
  return { folder, home, temporary, egress, tools }
}

function environmentIn(
  { home, temporary, tools }: Place,
  { env = {} }: ConfinedStep,
  { env: given }: RunManagerOptions,
): Record<string, string> {
  const kept = Object.entries({ ...given, ...tools.variables, ...env }).filter(
    ([name]) => !/^(XDG_|DISPLAY$|WAYLAND_DISPLAY$)/.test(name) && !proxyNames.includes(name),
  )
  const values = kept.map(([name, value]) => [
    name,
    value.startsWith(homeMark) ? home + value.slice(homeMark.length) : value,
  ])
  return {
    ...Object.fromEntries(values),
    HOME: home,
    USERPROFILE: home,
    ...Object.fromEntries(['TMPDIR', 'TMP', 'TEMP'].map((name) => [name, temporary])),
  }
}

const proxiesOf = ({ confinement }: ConfinedStep, { environment }: RunManagerOptions) => ({
  ...proxyVariables(environment),
  ...confinement.proxies,
})

async function runFreely(
  step: ConfinedStep,
  env: Record<string, string>,
  options: RunManagerOptions,
): Promise<ManagerResult> {
  const { signal, onStart, isHeld } = options
  const all = { ...env, ...spelledBothWays(proxiesOf(step, options)) }
  const result = await runProcess(step.argv, {
    cwd: step.cwd,
    env: all,
    signal,
    ...(onStart && { onStart, isHeld: isHeld === true }),
  })
  return { ...result, refused: [] }
}

async function runInSandbox(
  step: ConfinedStep,
  { env, place, sandbox }: { env: Record<string, string>; place: Place; sandbox: BubblewrapSandbox },
  options: RunManagerOptions,
): Promise<ManagerResult> {
  const { signal, onStart, isHeld } = options
  const { argv, cwd, confinement } = step
  const socket = path.join(place.egress, 's')
  const proxies = { ...proxiesOf(step, options) }
  await using proxy = await openEgressProxy({
    socket,
    allowed: confinement.hosts,
    findUpstream: (url) => findProxy(url, proxies),
  })
  const starts = [...argv.slice(0, 2).filter(path.isAbsolute), process.execPath]
  const found = await readProgramFolders(starts)
  // This step may change what an earlier step wrote to the working folder.
  const programs = found.filter((folder) => !isInside(cwd, folder))
  const certificates = certificateNames.flatMap((name) => env[name] ?? []).filter(path.isAbsolute)
  const policy = resolvePolicy({
    cwd,
    readable: [...programs, ...place.tools.readable, ...certificates, ...confinement.readable, place.egress],
    writable: [cwd, place.home, place.temporary, ...confinement.writable],
    scratch: ownHomes(),
    network: 'none',
  })
  const words = forwardedArgv(argv, process.execPath, socket)
  const result = await runProcess(wrapCommand(words, policy, sandbox), {
    cwd,
    env: { ...env, ...forwardedVariables() },
    signal,
    ...(onStart && { onStart, isHeld: isHeld === true }),
  })
  return { ...sandboxResult(result, words, sandbox), refused: [...proxy.refused] }
}
