import { stat } from 'node:fs/promises'
import path from 'node:path'
import { UsageError } from '@cli-apps/core'
import { findWorkspace, type Workspace } from '@cli-apps/core/node'
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
  workspace: Workspace
  /** `--offline`: take what this machine has, and ask no network. */
  isOffline: boolean
  /** `--lang`, as against the language of a locale or a configuration: skills are made in it too. */
  askedLanguage?: Language | undefined
}

export async function createContext(
  parts: Omit<CommandContext, 'workspace'> & { workspaceFolder: string | undefined },
): Promise<CommandContext> {
  const { workspaceFolder, ...rest } = parts
  const folder = path.resolve(parts.cwd, workspaceFolder ?? '.')
  if (!(await isFolder(folder))) {
    throw new UsageError('workspace.no-folder', `There is no folder ${folder}.`, {
      hint: 'Make it first, or name another one.',
    })
  }
  return { ...rest, workspace: await findWorkspace(folder) }
}

const isFolder = (folder: string): Promise<boolean> =>
  stat(folder).then(
    (stats) => stats.isDirectory(),
    () => false,
  )
