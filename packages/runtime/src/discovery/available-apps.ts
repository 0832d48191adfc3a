import { homedir } from 'node:os'
import path from 'node:path'
import {
  builtInCatalog,
  openRegistry,
  readWorkspaceFile,
  userFolders,
  type Workspace,
} from '@cli-apps/core/node'
import type { AvailableApp } from './findable.ts'

/** Which apps that are not installed may be found: none, or those that this machine knows without asking anybody. */
export type RegistrySetting = 'off' | 'cached'

/** Reads them, once. */
export type AvailableApps = () => Promise<readonly AvailableApp[]>

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Gives the apps of the workspace's registries, else of the built-in catalog: from folders, and from what the installer
 * kept of its last answers. No server is asked. A registry of which nothing is at hand has no apps here. Read once.
 */
export function openAvailableApps(
  workspace: Workspace,
  setting: RegistrySetting,
  environment: Environment,
): AvailableApps {
  let known: Promise<readonly AvailableApp[]> | undefined
  return () => {
    known ??= setting === 'off' ? Promise.resolve([]) : readAll(workspace, environment)
    return known
  }
}

async function readAll(workspace: Workspace, environment: Environment): Promise<readonly AvailableApp[]> {
  const all = await Promise.all(
    (await locationsOf(workspace, environment)).map((location) => read(location, workspace, environment)),
  )
  const byName = new Map<string, AvailableApp>()
  // The first registry that has a name is asked for it.
  for (const app of all.flat()) if (!byName.has(app.name)) byName.set(app.name, app)
  return [...byName.values()]
}

async function locationsOf(workspace: Workspace, environment: Environment): Promise<readonly string[]> {
  if (environment.CLI_APPS_REGISTRY) return [environment.CLI_APPS_REGISTRY]
  const declared = await readWorkspaceFile(workspace).catch(() => undefined)
  return declared?.registries ?? [builtInCatalog]
}

async function read(
  location: string,
  workspace: Workspace,
  environment: Environment,
): Promise<readonly AvailableApp[]> {
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
    return await registry.index()
  } catch {
    // Discovery goes on with what there is: installing from it tells what is wrong with a registry.
    return []
  }
}
