import type { WorkspaceFile } from '@cli-apps/core'
import { builtInCatalog } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'

/**
 * Returns the registries in lookup order, from the flag, the environment, the workspace or the user's settings, or else
 * the packaged catalog.
 */
export function registryLocations(
  { config }: Pick<CommandContext, 'config'>,
  { flag, declared }: { flag: string | undefined; declared: WorkspaceFile },
): string[] {
  const one = flag ?? config.environmentRegistry
  if (one !== undefined) return [one]
  const lists = [declared.registries, config.userRegistries]
  return lists.find((list) => list !== undefined && list.length > 0) ?? [builtInCatalog]
}
