import { openRegistry, type Registry } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'
import { registryOptions } from './registry-options.ts'

/** Opens a registry by location; relative folders are resolved from the workspace. */
export const openRegistryAt = (location: string, context: CommandContext): Promise<Registry> =>
  openRegistry(location, registryOptions(location, context))
