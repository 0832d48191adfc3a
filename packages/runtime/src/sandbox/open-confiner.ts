import { existsSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { RunRecord } from '@cli-apps/core'
import { t } from '@cli-apps/core'
import {
  appRootFolder,
  isInside,
  isMissing,
  markersFolder,
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
import { type FindAccess, placesGranted } from './app-access.ts'
import { confinedEnvironment, dataFolderName, namedFiles } from './app-home.ts'
import { absolute, choosePolicy, placesInside } from './choose-policy.ts'
import type { Confinement, WorkspaceRules } from './confinement.ts'
import { containerProgram } from './container-program.ts'
import { limitNotEnforced, networkLimit } from './network-limit.ts'
import {
  folderId,
  noFolder,
  refuseHomeBelow,
  refuseInOwnFolders,
  refuseLinks,
  requireNoLinks,
} from './require-places.ts'
import { rootOf, runUnconfined } from './rooted-run.ts'
import type { RunNetwork } from './run-network.ts'
import { type FindSandbox, openSandboxSearch } from './sandbox-search.ts'
import { planSandbox, type RunLimits, type SandboxPlan, type SandboxPolicyName } from './sandbox-setting.ts'
import { type LackingAccess, type WiderAccess, widerAccess } from './wider-access.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The sandbox status of a runtime. */
export interface SandboxStatus {
  /** The policy in force; `off` also if no sandbox works and none was required. */
  policy: SandboxPolicyName
  kind: Sandbox['kind'] | 'none'
  /** `host`: the machine's network, or in a container the one that the engine provides. */
  network: 'host' | 'none'
  limits: RunLimits | null
  /** Why there is no sandbox, or what it cannot isolate. */
  reason?: string
  /** A warning to display: apps run unconfined although nobody chose that. */
  warning?: string
}

/** A run's confinement, and its environment. */
interface Confined {
  confinement: Confinement
  environment: Readonly<Record<string, string>>
  /** What the app declares and does not have. */
  lacking: readonly LackingAccess[]
  /** The hosts to which the app's own declaration limits it. */
  hosts?: readonly string[] | undefined
}

/** Decides how runs in one workspace are confined. */
export interface Confiner {
  /** Throws `UnsupportedError` `sandbox.unavailable` if a sandbox is required and none works. */
  confine(record: RunRecord, cwd: string): Promise<Confined>
  status(): Promise<SandboxStatus>
}

interface ConfinerOptions {
  workspace: Workspace
  /** The host's own environment. */
  own: Environment
  /** The clean environment. */
  environment: Readonly<Record<string, string>>
  /** The user's `CLI_APPS_HOME`, which contains the data of apps. */
  home: string
  /** What apps declare beyond the sandbox; nothing when absent. */
  findAccess?: FindAccess
  find?: FindSandbox
}

/** A home inside the workspace cannot be protected from apps that may change the workspace. */
function homeNote({ root }: Workspace): Pick<SandboxStatus, 'reason'> {
  const held = ownHomes().find((one) => isInside(root, one))
  if (held === undefined) return {}
  return {
    reason: t(
      'open-confiner.workspace-holds-home',
      'the workspace holds the home {held}, which apps may change',
      {
        held,
      },
    ),
  }
}

/** Throws `InvalidError` `sandbox.bad-setting`. Searches for a sandbox on first use. */
export function openConfiner(
  setting: unknown,
  { workspace, own, environment, home, findAccess = async () => [], find }: ConfinerOptions,
): Confiner {
  const plan = planSandbox(setting)
  const rootId = folderId(workspace.root)
  const found = openSandboxSearch(plan, own, find)
  return {
    async status() {
      if (plan.policy === 'off') return unconfined
      const { sandbox, reason } = await found()
      if (sandbox === undefined)
        return { ...unconfined, reason, warning: `Apps run with all rights of this user: ${reason}.` }
      const { policy, network, limits } = plan
      return { policy, kind: sandbox.kind, network, limits, ...homeNote(workspace) }
    },
    async confine(record, cwd) {
      const unconfinedRun = { environment, places: [workspace.root, cwd] }
      if (plan.policy === 'off') return runUnconfined(record, unconfinedRun)
      const { sandbox, reason = '' } = await found()
      const hosts = networkLimit(record)
      if (sandbox === undefined && hosts !== undefined) throw limitNotEnforced(record.name, reason)
      if (sandbox === undefined) return runUnconfined(record, unconfinedRun)
      const network = await networkOf(record, { plan, sandbox, hosts, own })
      const appsHome = placeOf(home)
      const ownFolders = guardedFolders(workspace, { own, appsHome })
      const dataFolder = path.join(appsHome, 'data', dataFolderName(record))
      const temporary = sandbox.kind === 'sandbox-exec' ? newTemporary() : null
      const inner = confinedEnvironment(environment, dataFolder, temporary ?? undefined)
      const program = await programOf(record, sandbox, {
        hidden: ownFolders,
        writable: [placeOf(workspace.root), dataFolder],
      })
      const places = { dataFolder, appsHome, program, named: namedFiles(inner), homes: ownHomes() }
      const standing = await findAccess(record, workspace)
      const wider = widerAccess(standing, { sandbox, own, network: network.network })
      const chosen = choosePolicy(
        { record, workspace, cwd, ...places },
        { ...plan, network: network.network },
      )
      const resolved = resolveWith(chosen, [dataFolder, ...(temporary === null ? [] : [temporary])])
      const root = rootOf(record, { sandbox, places: placesOf(resolved, wider) })
      const links = [...(resolved.links ?? []), ...wider.links]
      const policy = { ...resolved, ...wider.policy, ...root.policy, links }
      const { limits } = plan
      const rules = rulesOf(workspace, { plan, rootId, appsHome, granted: placesGranted(standing) })
      requireNoLinks(rules)
      return {
        confinement: {
          ...{ kind: 'sandbox', sandbox, policy, workspace: rules, dataFolder, temporary, limits },
          ...{ access: wider.binds, homeLinks: wider.homeLinks, egress: network.egress },
        },
        environment: { ...inner, ...wider.environment, ...network.environment, ...root.environment },
        lacking: wider.lacking,
        hosts,
      }
    },
  }
}

/** Refuses a workspace that cannot be protected. Returns the folders of cli-apps itself, which no app may see. */
function guardedFolders(
  workspace: Workspace,
  { own, appsHome }: Pick<ConfinerOptions, 'own'> & { appsHome: string },
): string[] {
  refuseLinks(workspace)
  refuseHomeBelow(workspace, appsHome)
  const folders = [...secretFolders(own), appsHome]
  refuseInOwnFolders(workspace, folders.map(placeOf))
  return folders
}

/** What limits hosts is loaded for apps that declare them. */
async function networkOf(
  record: RunRecord,
  {
    hosts,
    ...how
  }: { hosts: readonly string[] | undefined; plan: SandboxPlan; sandbox: Sandbox; own: Environment },
): Promise<RunNetwork> {
  if (hosts === undefined) return { network: how.plan.network, egress: null, environment: {} }
  const { runNetwork } = await import('./run-network.ts')
  return runNetwork(record, { ...how, hosts })
}

function rulesOf(
  workspace: Workspace,
  { plan, ...known }: Pick<WorkspaceRules, 'rootId' | 'appsHome' | 'granted'> & { plan: SandboxPlan },
): WorkspaceRules {
  return {
    ...known,
    root: workspace.root,
    markers: markersFolder(known.appsHome, workspace.root),
    allowed: absolute(workspace, plan.writable),
    readable: placesInside(workspace, plan.readable),
    writable: placesInside(workspace, plan.writable),
  }
}

const unconfined = { policy: 'off', kind: 'none', network: 'host', limits: null } as const

const newTemporary = (): string => temporaryName(path.join(realpathSync.native(tmpdir()), 'cli-apps'))

const placesOf = (policy: SandboxPolicy, { binds }: Pick<WiderAccess, 'binds'>): string[] => [
  ...[policy.readable, policy.writable, policy.scratch].flat(),
  ...binds.map(({ place }) => place),
]

async function programOf(
  record: RunRecord,
  { kind }: Sandbox,
  options: ProgramFoldersOptions,
): Promise<string[]> {
  // It sees its own system, and no other.
  if (appRootFolder(record) !== undefined) return []
  const { argv } = record
  const files = programFiles(argv)
  if (kind === 'container') return containerProgram(await readProgramFolders(files, options), files)
  // Scripts invoke the Node they were installed for by its name.
  return readProgramFolders([...files, process.execPath], options)
}

/** Folders that are created at the start of the run cannot be resolved yet. */
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

/** The real path of a folder that may not exist yet. */
function placeOf(folder: string): string {
  try {
    return realpathSync.native(folder)
  } catch (error) {
    const parent = path.dirname(folder)
    if (!isMissing(error) || parent === folder) throw error
    return path.join(placeOf(parent), path.basename(folder))
  }
}
