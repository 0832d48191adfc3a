import type { OpenRegistryOptions } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'

/** How this command opens a registry. */
export const registryOptions = (
  location: string,
  { config, output, signal, workspace, isOffline }: CommandContext,
): OpenRegistryOptions => ({
  cacheFolder: `${config.cache}/registries`,
  trustFolder: config.trust,
  maxAgeDays: config.maxAgeDays[location.replace(/\/+$/, '')],
  onStale: output.notice,
  isOffline,
  signal,
  baseFolder: workspace.root,
})
