import { existsSync } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { ForbiddenError } from '../../errors/errors.ts'
import type { AppName } from '../../manifest/app-name.ts'
import { t } from '../../messages/t.ts'
import { exists } from '../files.ts'
import {
  findUntrustedPart,
  isSearchBorder,
  isShared,
  trustedOwners,
  type UntrustedPart,
} from './workspace-owner.ts'
import { readWorkspaceTrust } from './workspace-trust.ts'

/** A folder in which apps are installed, with the paths of its parts. */
export interface Workspace {
  root: string
  /** `cli-apps.json`: the declared apps. */
  file: string
  /** `cli-apps.lock` */
  lockfile: string
  /** `.cli-apps`: for this machine only. */
  state: string
  /** One record per app. */
  records: string
  /** Command trees of installed apps, one file per app. */
  commands: string
  journal: string
  logs: string
  skills: string
  /** The user's workspace, whose apps are seen here too unless this one has an app of that name. Only for reading. */
  shared?: Workspace
}

export function workspaceAt(root: string): Workspace {
  const state = path.join(root, '.cli-apps')
  return {
    root,
    file: path.join(root, 'cli-apps.json'),
    lockfile: path.join(root, 'cli-apps.lock'),
    state,
    records: path.join(state, 'apps'),
    commands: path.join(state, 'commands'),
    journal: path.join(state, 'txn'),
    logs: path.join(state, 'logs'),
    skills: path.join(root, 'skills'),
  }
}

export interface FindWorkspaceOptions {
  /** The user's data folder, which records trusted workspaces of other users. */
  home: string
  environment: NodeJS.ProcessEnv
  /** Called with a workspace further up that is ignored. */
  onPassed?: (untrusted: UntrustedPart) => void
  /** Accepts the folder whoever owns it: for the command that trusts it. */
  isTrusting?: boolean
}

/**
 * Finds the nearest folder at or above `from` with a `cli-apps.json`, otherwise `from` itself. Other users' workspaces
 * are ignored: further up the search ends there, and in `from` itself it throws `ForbiddenError` `workspace.foreign`,
 * unless the user trusts that folder.
 */
export async function findWorkspace(from: string, options: FindWorkspaceOptions): Promise<Workspace> {
  const start = path.resolve(from)
  const owners = trustedOwners(options.environment)
  if (owners === undefined) return searchUp(start)
  const untrusted = await findUntrustedPart(workspaceAt(start), owners)
  if (untrusted !== undefined && options.isTrusting !== true && !(await isTrusted(start, options)))
    throw untrustedWorkspace(start, untrusted)
  const home = options.environment.HOME || undefined
  for (let folder = start; ; folder = path.dirname(folder)) {
    const workspace = workspaceAt(folder)
    if (await exists(workspace.file)) {
      const passed = folder === start ? undefined : await whyPassed(workspace, owners)
      if (passed === undefined || (await isTrusted(folder, options))) return workspace
      options.onPassed?.(passed)
      return workspaceAt(start)
    }
    const parent = path.dirname(folder)
    if (folder === parent || (await isSearchBorder(folder, parent, { owners, home })))
      return workspaceAt(start)
  }
}

async function searchUp(start: string): Promise<Workspace> {
  for (let folder = start; ; folder = path.dirname(folder)) {
    if (await exists(path.join(folder, 'cli-apps.json'))) return workspaceAt(folder)
    if (folder === path.dirname(folder)) return workspaceAt(start)
  }
}

async function whyPassed(
  workspace: Workspace,
  owners: ReadonlySet<number>,
): Promise<UntrustedPart | undefined> {
  const untrusted = await findUntrustedPart(workspace, owners)
  if (untrusted !== undefined || !(await isShared(workspace.root))) return untrusted
  const { uid } = await stat(workspace.root)
  return { path: workspace.root, root: workspace.root, owner: uid }
}

const isTrusted = async (folder: string, { home }: FindWorkspaceOptions): Promise<boolean> =>
  (await readWorkspaceTrust(home)).folders.includes(await realpath(folder))

const untrustedWorkspace = (folder: string, { path: part, owner }: UntrustedPart): ForbiddenError =>
  new ForbiddenError(
    'workspace.foreign',
    t('workspace.foreign', '{part} belongs to another user ({owner}), so it is ignored.', { part, owner }),
    {
      hint: t('workspace.foreign.hint', 'Review it. If you trust its author, run: {cli} trust {folder}', {
        folder,
      }),
      details: { file: part, owner },
    },
  )

/** The workspace that an app is read from: this one, unless only the user's has the app. */
export function homeOfApp(workspace: Workspace, name: AppName): Workspace {
  const { shared } = workspace
  return shared === undefined || existsSync(recordIn(workspace, name)) || !existsSync(recordIn(shared, name))
    ? workspace
    : shared
}

const recordIn = ({ records }: Workspace, name: AppName): string => path.join(records, `${name}.json`)

export const recordFile = (workspace: Workspace, name: AppName): string =>
  recordIn(homeOfApp(workspace, name), name)

/** The file of a command tree: of the entry point, or of the program that is `called`. */
export function commandsFile(workspace: Workspace, name: AppName, called?: string): string {
  const { commands } = homeOfApp(workspace, name)
  return called === undefined
    ? path.join(commands, `${name}.json`)
    : path.join(commands, name, `${called}.json`)
}
