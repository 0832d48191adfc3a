import {
  type AppDocument,
  type AppName,
  type LockedApp,
  NotFoundError,
  nearestNames,
  type WorkspaceFile,
} from '@cli-apps/core'
import { builtInCatalogue, type Registry } from '@cli-apps/core/node'
import { type CommandContext, openRegistryAt } from '../context.ts'

/** Registries to ask, in order: the flag, the environment, the workspace, the user, else the catalogue in the package. */
export function registryLocations(
  { config }: Pick<CommandContext, 'config'>,
  { flag, declared }: { flag: string | undefined; declared: WorkspaceFile },
): string[] {
  const one = flag ?? config.environmentRegistry
  if (one !== undefined) return [one]
  const lists = [declared.registries, config.userRegistries]
  return lists.find((list) => list !== undefined && list.length > 0) ?? [builtInCatalogue]
}

export interface FoundApp {
  registry: Registry
  app: AppDocument
}

/**
 * Finds an app in the first registry that has it. A name that the lockfile knows is asked only where it was first
 * resolved, so that no registry earlier in the order can slip another program under it; a flag overrides that.
 * Throws `NotFoundError` `app.unknown` with the nearest names.
 */
export async function findApp(
  name: AppName,
  context: CommandContext,
  {
    locations,
    locked,
    isExplicit,
  }: { locations: readonly string[]; locked: LockedApp | undefined; isExplicit: boolean },
): Promise<FoundApp> {
  const asked = locked !== undefined && !isExplicit ? [locked.registry] : locations
  const registries = await Promise.all(asked.map((location) => openRegistryAt(location, context)))
  for (const registry of registries) {
    const app = await registry.app(name)
    if (app !== undefined) return { registry, app }
  }
  const near = await nearestInIndexes(name, registries)
  throw new NotFoundError('app.unknown', `There is no app called ${name} in ${asked.join(', ')}.`, {
    hint:
      near.length > 0
        ? `Did you mean ${near.join(' or ')}? "cli-apps search" finds apps by what they do.`
        : '"cli-apps search" finds apps by what they do.',
    details: { nearest: near },
  })
}

async function nearestInIndexes(name: string, registries: readonly Registry[]): Promise<string[]> {
  const indexes = await Promise.all(registries.map((registry) => registry.index()))
  const apps = indexes.flat()
  const byAlias = apps.filter(({ aliases }) => aliases.some((alias) => alias.toLowerCase() === name))
  const found = [
    ...byAlias.map((app) => app.name),
    ...nearestNames(name, new Set(apps.map((app) => app.name))),
  ]
  return [...new Set<string>(found)].slice(0, 3)
}
