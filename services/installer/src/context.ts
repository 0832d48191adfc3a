import { stat } from 'node:fs/promises'
import path from 'node:path'
import { UsageError } from '@cli-apps/core'
import { findWorkspace, openRegistry, type Registry, type Workspace } from '@cli-apps/core/node'
import type { InstallerConfig } from './config.ts'
import { mirrored } from './config.ts'
import type { StrategyHost } from './strategies/strategy.ts'
import type { Output } from './ui/output.ts'

/** What every command gets: the settings, the terminal, and the interrupt. */
export interface CommandContext {
  cwd: string
  environment: NodeJS.ProcessEnv
  config: InstallerConfig
  output: Output
  signal: AbortSignal
  workspace: Workspace
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

/** Opens a registry by location; relative folders are those of the workspace. */
export const openRegistryAt = (
  location: string,
  { config, output, signal, workspace }: CommandContext,
): Promise<Registry> =>
  openRegistry(location, {
    cacheFolder: `${config.cache}/registries`,
    trustFolder: config.trust,
    onStale: output.notice,
    signal,
    baseFolder: workspace.root,
  })

/** The host as strategies see it; `paths` are the tools that were looked for. */
export const strategyHost = (
  found: { platform: string; paths: Readonly<Record<string, string>> },
  { config, environment }: CommandContext,
): StrategyHost => ({
  platform: found.platform,
  paths: found.paths,
  node: { path: process.execPath, version: process.versions.node },
  isRoot: process.getuid?.() === 0,
  environment,
  mirror: (url) => mirrored(url, config.mirrors),
})
