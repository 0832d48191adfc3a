import { homedir } from 'node:os'
import path from 'node:path'
import type { AppManifest, IndexEntry } from '@cli-apps/core'
import {
  builtInCatalog,
  openRegistry,
  type Registry,
  readWorkspaceFile,
  type Searchable,
  userFolders,
  type Workspace,
} from '@cli-apps/core/node'
import type { AvailableApp } from './findable.ts'

/** Which apps that are not installed may be found: none, or those in catalogs cached on this machine. */
export type RegistrySetting = 'off' | 'cached'

/** The apps of all catalogs, and the locations of those that could not be read. */
interface Catalogs {
  apps: readonly AvailableApp[]
  /** The manifest of one of the apps; `undefined` if it is not on this machine. */
  manifestOf(name: string): Promise<AppManifest | undefined>
  missing: readonly string[]
}

/** Reads them once. */
export type AvailableApps = () => Promise<Catalogs>

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Returns the apps of the workspace's registries, or else of the built-in catalog, from folders and from the
 * installer's cache. Contacts no server; a registry without cached data has no apps here. Reads once.
 */
export function openAvailableApps(
  workspace: Workspace,
  setting: RegistrySetting,
  environment: Environment,
): AvailableApps {
  let known: Promise<Catalogs> | undefined
  return () => {
    known ??=
      setting === 'off'
        ? Promise.resolve({ apps: [], missing: [], manifestOf: async () => undefined })
        : readAll(workspace, environment)
    return known
  }
}

async function readAll(workspace: Workspace, environment: Environment): Promise<Catalogs> {
  const locations = await locationsOf(workspace, environment)
  const all = await Promise.all(locations.map((location) => read(location, workspace, environment)))
  const byName = new Map<string, KnownCatalog['apps'][number]>()
  // The first registry that has a name wins.
  for (const one of all)
    for (const app of one?.apps ?? []) if (!byName.has(app.name)) byName.set(app.name, app)
  return {
    apps: [...byName.values()],
    manifestOf: async (name) => byName.get(name)?.manifest(),
    missing: locations.filter((_, index) => all[index] === undefined),
  }
}

async function locationsOf(workspace: Workspace, environment: Environment): Promise<readonly string[]> {
  if (environment.CLI_APPS_REGISTRY) return [environment.CLI_APPS_REGISTRY]
  const declared = await readWorkspaceFile(workspace).catch(() => undefined)
  return declared?.registries ?? [builtInCatalog]
}

interface KnownCatalog {
  apps: readonly (AvailableApp & { manifest(): Promise<AppManifest | undefined> })[]
}

const availableApp = (
  entry: IndexEntry,
  { registry, fields }: { registry: Registry; fields: Searchable['fields'] },
): KnownCatalog['apps'][number] => ({
  ...entry,
  fields: fields[entry.name],
  // Discovery continues without the manifests that are not cached.
  manifest: () =>
    registry.manifest(entry.name, entry.latest).then(
      ({ manifest }) => manifest,
      () => undefined,
    ),
})

async function read(
  location: string,
  workspace: Workspace,
  environment: Environment,
): Promise<KnownCatalog | undefined> {
  const { data } = userFolders(environment, { platform: process.platform, home: homedir() })
  const home = path.resolve(environment.CLI_APPS_HOME || data)
  try {
    const registry = await openRegistry(location, {
      cacheFolder: path.join(home, 'cache', 'registries'),
      trustFolder: path.join(home, 'trust'),
      onStale: () => {},
      isOffline: true,
      baseFolder: workspace.root,
    })
    const { apps, fields } = await registry.searchable()
    return { apps: apps.map((entry) => availableApp(entry, { registry, fields })) }
  } catch {
    // Discovery continues with what is available: an install from this registry will report the problem.
    return undefined
  }
}
