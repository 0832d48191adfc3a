import { existsSync, lstatSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'

import path from 'node:path'
import {
  type AppError,
  type InstallRecord,
  isAppError,
  NotFoundError,
  UnsupportedError,
} from '@cli-apps/core'
import {
  type FoundSandbox,
  findBubblewrap,
  findContainer,
  findSandbox,
  isInside,
  isMissing,
  markersFolder,
  openLimitedGroup,
  ownHomes,
  type ProgramFoldersOptions,
  programFiles,
  readProgramFolders,
  resolvePolicy,
  type Sandbox,
  type SandboxPolicy,
  secretFolders,
  temporaryName,
  type Workspace,
} from '@cli-apps/core/node'
import { confinedEnvironment, dataFolderName, namedFiles } from './app-home.ts'
import { absolute, choosePolicy, placesInside } from './choose-policy.ts'
import type { Confinement, WorkspaceRules } from './confinement.ts'
import { containerProgram } from './container-program.ts'
import { groupLimits } from './run-confined.ts'
import { planSandbox, type RunLimits, type SandboxPlan, type SandboxPolicyName } from './sandbox-setting.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** What confines the runs of a runtime. */
export interface SandboxStatus {
  /** What is in force; `off` also where none was asked for by name and none works. */
  policy: SandboxPolicyName
  kind: Sandbox['kind'] | 'none'
  /** `host`: the network of the machine, or in a container the one that the engine gives. */
  network: 'host' | 'none'
  limits: RunLimits | null
  /** Why there is no sandbox, or what it cannot keep apart. */
  reason?: string
  /** To be shown to whoever is responsible: apps run unconfined although nobody chose that. */
  warning?: string
}

/** A run's confinement, and the environment to run in. */
export interface Confined {
  confinement: Confinement
  environment: Readonly<Record<string, string>>
}

/** Decides how runs of one workspace are confined. */
export interface Confiner {
  /** Throws `UnsupportedError` `sandbox.unavailable` where a sandbox is demanded and there is none. */
  confine(record: InstallRecord, cwd: string): Promise<Confined>
  status(): Promise<SandboxStatus>
}

interface ConfinerOptions {
  workspace: Workspace
  /** As the host has it. */
  own: Environment
  /** The clean one. */
  environment: Readonly<Record<string, string>>
  /** The user's `CLI_APPS_HOME`, in which apps keep their data. */
  home: string
  /** Protected places that a person lets an app change. */
  grantedPlaces?: (record: InstallRecord, workspace: Workspace) => Promise<string[]>
  find?: (environment: NodeJS.ProcessEnv) => Promise<FoundSandbox>
}

/** Throws `InvalidError` `sandbox.bad-setting`. A sandbox is looked for when it is first needed. */
export function openConfiner(
  setting: unknown,
  { workspace, own, environment, home, grantedPlaces = async () => [], find }: ConfinerOptions,
): Confiner {
  const plan = planSandbox(setting)
  const rootId = folderId(workspace.root)
  let known: Sandbox | undefined
  /** The sandbox, or why there is none if that is allowed. */
  const found = async (): Promise<FoundSandbox> => {
    if (known !== undefined) return { sandbox: known }
    const answer = await (find ?? finderOf(plan))({ ...own })
    if (answer.sandbox === undefined) {
      if (plan.isDemanded) throw unavailable(plan, answer.reason)
      return answer
    }
    if (plan.limits !== null) await tryLimits(plan, plan.limits, answer.sandbox)
    // One that is missing may be installed meanwhile.
    known = answer.sandbox
    return answer
  }
  return {
    async status() {
      if (plan.policy === 'off') return unconfined
      const { sandbox, reason } = await found()
      if (sandbox === undefined)
        return { ...unconfined, reason, warning: `Apps run with all rights of this user: ${reason}.` }
      const { policy, network, limits } = plan
      const held = ownHomes().find((one) => isInside(workspace.root, one))
      const note =
        held === undefined ? {} : { reason: `the workspace holds the home ${held}, which apps may change` }
      return { policy, kind: sandbox.kind, network, limits, ...note }
    },
    async confine(record, cwd) {
      if (plan.policy === 'off') return { confinement: { kind: 'none' }, environment }
      const { sandbox } = await found()
      if (sandbox === undefined) return { confinement: { kind: 'none' }, environment }
      refuseLinks(workspace)
      const appsHome = placeOf(home)
      const dataFolder = path.join(appsHome, 'data', dataFolderName(record))
      const temporary = sandbox.kind === 'sandbox-exec' ? newTemporary() : null
      const inner = confinedEnvironment(environment, dataFolder, temporary ?? undefined)
      const program = await programOf(record, sandbox, {
        hidden: [...secretFolders(own), appsHome],
        writable: [placeOf(workspace.root), dataFolder],
      })
      const places = { dataFolder, appsHome, program, named: namedFiles(inner), homes: ownHomes() }
      const chosen = choosePolicy({ record, workspace, cwd, ...places }, plan)
      const policy = resolveWith(chosen, [dataFolder, ...(temporary === null ? [] : [temporary])])
      const { limits } = plan
      const rules: WorkspaceRules = {
        root: workspace.root,
        rootId,
        markers: markersFolder(appsHome, workspace.root),
        appsHome,
        granted: await grantedPlaces(record, workspace),
        allowed: absolute(workspace, plan.writable),
        readable: placesInside(workspace, plan.readable),
        writable: placesInside(workspace, plan.writable),
      }
      requireNoLinks(rules)
      return {
        confinement: { kind: 'sandbox', sandbox, policy, workspace: rules, dataFolder, temporary, limits },
        environment: inner,
      }
    },
  }
}

/** Unasked, only what has been tried on real machines confines runs: that is bubblewrap. */
function finderOf({
  container,
  isDemanded,
}: SandboxPlan): (environment: NodeJS.ProcessEnv) => Promise<FoundSandbox> {
  if (container !== null) return (environment) => findContainer(container, environment)
  return isDemanded ? findSandbox : findBubblewrap
}

const newTemporary = (): string => temporaryName(path.join(realpathSync.native(tmpdir()), 'cli-apps'))

async function programOf(
  { argv }: InstallRecord,
  { kind }: Sandbox,
  options: ProgramFoldersOptions,
): Promise<string[]> {
  const files = programFiles(argv)
  if (kind === 'container') return containerProgram(await readProgramFolders(files, options), files)
  // Scripts call the Node that they were made for by its name.
  return readProgramFolders([...files, process.execPath], options)
}

/** Folders that are made when the run begins are not there yet to be followed. */
function resolveWith(chosen: SandboxPolicy, made: readonly string[]): SandboxPolicy {
  const others = chosen.writable.filter((folder) => !made.includes(folder))
  try {
    const policy = resolvePolicy({ ...chosen, writable: others })
    return { ...policy, writable: [...policy.writable, ...made] }
  } catch (cause) {
    if (!isMissing(cause)) throw cause
    throw noFolder(
      others.filter((folder) => !existsSync(folder)),
      cause,
    )
  }
}

const noFolder = (missing: readonly string[], cause?: unknown): NotFoundError =>
  new NotFoundError('sandbox.no-folder', 'A folder that apps are to change is not there.', {
    hint: `Create it, or take it out of the sandbox's setting: ${missing.join(', ')}.`,
    cause,
  })

/** For bubblewrap a group with these limits is made and removed; others know of themselves. */
async function tryLimits(plan: SandboxPlan, limits: RunLimits, sandbox: Sandbox): Promise<void> {
  if (sandbox.kind === 'sandbox-exec')
    throw unavailable(plan, 'sandbox-exec cannot limit memory, processes and processor time')
  if (sandbox.kind === 'container') {
    if (sandbox.noLimits !== null) throw unavailable(plan, sandbox.noLimits)
    return
  }
  try {
    await (await openLimitedGroup(groupLimits(limits))).close()
  } catch (cause) {
    throw isAppError(cause) ? unavailable(plan, cause.message, cause) : cause
  }
}

const unconfined = { policy: 'off', kind: 'none', network: 'host', limits: null } as const

const unavailable = (
  { policy, container }: SandboxPlan,
  reason: string,
  cause?: AppError,
): UnsupportedError =>
  new UnsupportedError(
    'sandbox.unavailable',
    `The policy "${policy}" needs a sandbox that cannot be had here: ${reason.replace(/\.$/, '')}.`,
    {
      hint: cause?.hint ?? hintFor(container !== null),
      cause,
    },
  )

function hintFor(isContainer: boolean): string {
  if (isContainer) return 'Start the engine and fetch the image (docker pull …), or choose another sandbox.'
  return process.platform === 'linux'
    ? 'Install bubblewrap (apt-get install bubblewrap), or choose the policy "off", with which apps run as you.'
    : 'Choose the policy "off", with which apps run as you, or another policy without limits.'
}

/** A link of ours in the workspace could be replaced from inside; what it leads to would be guarded in vain. */
function refuseLinks(workspace: Workspace): void {
  const { state, file: settings, lockfile } = workspace
  for (const file of [state, settings, lockfile]) {
    if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() !== true) continue
    throw new UnsupportedError(
      'sandbox.linked-state',
      `${file} is a link, which an app in a sandbox could replace.`,
      {
        hint: 'Put what it leads to in its place, or choose the policy "off".',
      },
    )
  }
}

/** What the host names in the workspace must be there itself: an app may have put a link in its place. */
function requireNoLinks({ root, rootId, readable, writable }: WorkspaceRules): void {
  if (folderId(root) !== rootId)
    throw new UnsupportedError('sandbox.workspace-moved', `${root} is not the folder that it was.`, {
      hint: 'Look what moved it, and start the agent again.',
    })
  for (const place of [...readable, ...writable]) {
    const link = partsOf(place).find(
      (part) => lstatSync(path.join(root, part), { throwIfNoEntry: false })?.isSymbolicLink() === true,
    )
    if (link === undefined) continue
    throw new UnsupportedError(
      'sandbox.linked-place',
      `${place} of the sandbox's setting leads through the link ${link}.`,
      { hint: 'Name what it leads to, or remove the link: an app can have made it.' },
    )
  }
  const missing = writable.filter((place) => !existsSync(path.join(root, place)))
  if (missing.length > 0) throw noFolder(missing.map((place) => path.join(root, place)))
}

/** `a`, `a/b` and `a/b/c` of `a/b/c`. */
const partsOf = (place: string): string[] =>
  place.split(path.sep).map((_, at, parts) => parts.slice(0, at + 1).join(path.sep))

/** By which a folder is known again; nothing where there is none, or a link. */
function folderId(folder: string): string {
  const stats = lstatSync(folder, { throwIfNoEntry: false })
  return stats?.isDirectory() === true ? `${stats.dev}:${stats.ino}` : ''
}

/** The real path of a folder that may not be there yet. */
function placeOf(folder: string): string {
  try {
    return realpathSync.native(folder)
  } catch (error) {
    const parent = path.dirname(folder)
    if (!isMissing(error) || parent === folder) throw error
    return path.join(placeOf(parent), path.basename(folder))
  }
}
