import { stat } from 'node:fs/promises'
import path from 'node:path'
import { t } from '@cli-apps/core'
import { findWorkspace, type UntrustedPart, type Workspace, withUserApps } from '@cli-apps/core/node'
import type { InstallerConfig } from './config.ts'
import type { Language } from './messages/language.ts'
import type { Output } from './ui/output.ts'

/** What every command gets: the settings, the terminal, and the interrupt. */
export interface CommandContext {
  cwd: string
  environment: NodeJS.ProcessEnv
  config: InstallerConfig
  output: Output
  signal: AbortSignal
  /** Has signals that would abort `signal` passed to `handler` instead; returns a function that ends that. */
  takeSignals: (handler: (name: NodeJS.Signals) => void) => () => void
  workspace: Workspace
  /** `--offline`: take what this machine has, and ask no network. */
  isOffline: boolean
  /** `--lang`, as against the language of a locale or a configuration: skills are made in it too. */
  askedLanguage?: Language | undefined
}

interface WorkspaceChoice {
  /** `--workspace` */
  workspaceFolder: string | undefined
  /** `--global`: the user's own workspace. */
  isGlobal?: boolean | undefined
  /** Takes a workspace of another user, as the command does that is to trust it. */
  isTrusting?: boolean | undefined
  seesUserApps?: boolean | undefined
}

export async function createContext(
  parts: Omit<CommandContext, 'workspace'> & WorkspaceChoice,
): Promise<CommandContext> {
  const { workspaceFolder, isGlobal = false, isTrusting = false, seesUserApps = false, ...rest } = parts
  if (!isGlobal) {
    const workspace = await findNamed(rest, { workspaceFolder, isTrusting })
    return { ...rest, workspace: seesUserApps ? withUserApps(workspace, rest.environment) : workspace }
  }
  const { openUserWorkspace } = await import('./workspace/choose-workspace.ts')
  return { ...rest, workspace: await openUserWorkspace(rest.environment, workspaceFolder) }
}

async function findNamed(
  { cwd, config, environment, output }: Omit<CommandContext, 'workspace'>,
  { workspaceFolder, isTrusting = false }: WorkspaceChoice,
): Promise<Workspace> {
  const folder = path.resolve(cwd, workspaceFolder ?? '.')
  if (!(await isFolder(folder))) {
    const { noSuchFolder } = await import('./workspace/choose-workspace.ts')
    throw noSuchFolder(folder)
  }
  const onPassed = ({ path: part, root, owner }: UntrustedPart): void =>
    output.notice(
      t(
        'context.ignored-user-created-can',
        '{part} is ignored: user {owner} created it or can change it. To use that workspace, run: {cli} trust {root}',
        { part, owner, root },
      ),
    )
  return findWorkspace(folder, { home: config.home, environment, onPassed, isTrusting })
}

const isFolder = (folder: string): Promise<boolean> =>
  stat(folder).then(
    (stats) => stats.isDirectory(),
    () => false,
  )
