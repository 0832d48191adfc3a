import { stat } from 'node:fs/promises'
import path from 'node:path'
import { t, UsageError } from '@cli-apps/core'
import { findWorkspace, type UntrustedPart, type Workspace } from '@cli-apps/core/node'
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

export async function createContext(
  parts: Omit<CommandContext, 'workspace'> & {
    workspaceFolder: string | undefined
    /** Takes a workspace of another user, as the command does that is to trust it. */
    isTrusting?: boolean | undefined
  },
): Promise<CommandContext> {
  const { workspaceFolder, isTrusting = false, ...rest } = parts
  const folder = path.resolve(parts.cwd, workspaceFolder ?? '.')
  if (!(await isFolder(folder))) {
    throw new UsageError(
      'workspace.no-folder',
      t('audit.no-database', 'Folder not found: {folder}.', { folder }),
      {
        hint: t('workspace.no-folder.hint', 'Create it first, or name another one.'),
      },
    )
  }
  const { config, environment, output } = rest
  const onPassed = ({ path: part, root, owner }: UntrustedPart): void =>
    output.notice(
      t(
        'context.ignored-user-created-can',
        '{part} is ignored: user {owner} created it or can change it. To use that workspace, run: cli-apps trust {root}',
        { part, owner, root },
      ),
    )
  const workspace = await findWorkspace(folder, { home: config.home, environment, onPassed, isTrusting })
  return { ...rest, workspace }
}

const isFolder = (folder: string): Promise<boolean> =>
  stat(folder).then(
    (stats) => stats.isDirectory(),
    () => false,
  )
