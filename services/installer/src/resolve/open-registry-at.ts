import { openRegistry, type Registry } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'

/** Opens a registry by location; relative folders are resolved from the workspace. */
export const openRegistryAt = (
  location: string,
  { config, output, signal, workspace, isOffline }: CommandContext,
): Promise<Registry> =>
  openRegistry(location, {
    cacheFolder: `${config.cache}/registries`,
    trustFolder: config.trust,
    maxAgeDays: config.maxAgeDays[location.replace(/\/+$/, '')],
    onStale: output.notice,
    isOffline,
    signal,
    baseFolder: workspace.root,
  })
