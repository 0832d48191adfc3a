import {
  type FoundPlaybook,
  NotFoundError,
  nearestNames,
  type Playbook,
  playbookApps,
  RecipeId,
  t,
} from '@cli-apps/core'
import {
  builtInCatalog,
  isManifestFile,
  openServedPlaybooks,
  playbookNames,
  readPlaybook,
  readWorkspaceFile,
  resourceFolder,
} from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'
import { registryLocations } from '../resolve/registry-locations.ts'
import { registryOptions } from '../resolve/registry-options.ts'

/** A playbook, and the registry that it is from. */
export interface LocatedPlaybook {
  playbook: Playbook
  registry: string
}

/** Where playbooks are looked for, in order: in the registry of the flag, or else in the configured ones and the catalog. */
export async function playbookRegistries(
  context: CommandContext,
  flag: string | undefined,
): Promise<string[]> {
  const declared = await readWorkspaceFile(context.workspace)
  const locations = registryLocations(context, { flag, declared }).filter((one) => !isManifestFile(one))
  return flag === undefined ? [...new Set([...locations, builtInCatalog])] : locations
}

/** Every playbook of these registries by name; the first registry that has a name counts. */
export async function listFoundPlaybooks(
  registries: readonly string[],
  context: CommandContext,
): Promise<FoundPlaybook[]> {
  const found = new Map<string, FoundPlaybook>()
  for (const registry of registries)
    for (const one of await listOf(registry, context)) if (!found.has(one.name)) found.set(one.name, one)
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

async function listOf(registry: string, context: CommandContext): Promise<FoundPlaybook[]> {
  if (registry !== builtInCatalog)
    return openServedPlaybooks(registry, registryOptions(registry, context)).list()
  const folder = resourceFolder('catalog')
  const read = await Promise.all((await playbookNames(folder)).map((name) => readPlaybook(folder, name)))
  return read.flatMap((one) => (one === undefined ? [] : foundPlaybook(one)))
}

/** A playbook as lists name it. */
export const foundPlaybook = (playbook: Playbook): FoundPlaybook => {
  const { name, task, i18n } = playbook
  return { name, task, ...(i18n && { i18n }), apps: playbookApps(playbook) }
}

/** Returns a playbook by name. Throws `NotFoundError` `playbook.unknown`, which names the nearest. */
export async function findPlaybook(
  name: string,
  registries: readonly string[],
  context: CommandContext,
): Promise<LocatedPlaybook> {
  // Only valid names become part of a path or an address.
  for (const registry of RecipeId.safeParse(name).success ? registries : []) {
    const playbook =
      registry === builtInCatalog
        ? await readPlaybook(resourceFolder('catalog'), name)
        : await openServedPlaybooks(registry, registryOptions(registry, context)).read(name)
    if (playbook !== undefined) return { playbook, registry }
  }
  const known = await listFoundPlaybooks(registries, context)
  const near = nearestNames(name, new Set(known.map((one) => one.name)))
  throw new NotFoundError(
    'playbook.unknown',
    t('playbook.unknown', 'There is no playbook {name}.', { name }),
    {
      hint:
        near.length > 0
          ? t('playbook.unknown.near', 'Did you mean {near}?', { near: near.join(', ') })
          : t('playbook.unknown.hint', '"{cli} playbook" lists them.'),
      details: { nearest: near },
    },
  )
}
