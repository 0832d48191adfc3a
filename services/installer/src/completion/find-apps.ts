import { access, readdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  appsHome,
  builtInCatalog,
  cachedAnswerFile,
  catalogIndexFile,
  findWorkspace,
  resourceFolder,
  userFolders,
  type Workspace,
} from '@cli-apps/core/node'
import { appName, asLooseJson, field, readLoosely } from './read-loosely.ts'

/*
 * Completion must be fast: it reads local files without the schema and signature checks of commands, and parses only as
 * much as it needs. Missing or damaged files offer nothing.
 */

/** A candidate for the word being completed. */
export interface Offer {
  word: string
  about?: string
}

/** The folder and environment in which a line is completed. */
export interface CompletionPlace {
  cwd: string
  environment: NodeJS.ProcessEnv
}

/** Finds the workspace. One that another user owns offers nothing. */
export const workspaceFor = ({ cwd, environment }: CompletionPlace): Promise<Workspace> =>
  findWorkspace(cwd, { home: appsHome(environment), environment })

const mostOffers = 200

export async function installedApps(
  current: string,
  { cwd, environment }: CompletionPlace,
): Promise<Offer[]> {
  const { records } = await workspaceFor({ cwd, environment })
  return namesIn(records, current)
}

/** Returns the apps of the configured registries, from the index that was last fetched from each. */
export async function availableApps(current: string, place: CompletionPlace): Promise<Offer[]> {
  const lists = await Promise.all(
    (await locations(place)).map((location) => appsOf(location, current, place)),
  )
  const offers = new Map(lists.flat().map((offer) => [offer.word, offer]))
  return [...offers.values()].slice(0, mostOffers)
}

async function locations({ cwd, environment }: CompletionPlace): Promise<string[]> {
  if (environment.CLI_APPS_REGISTRY) return [environment.CLI_APPS_REGISTRY]
  const { file } = await workspaceFor({ cwd, environment })
  const configurations = [file, path.join(foldersOf(environment).config, 'config.json')]
  for (const configuration of configurations) {
    const registries = field(await readLoosely(configuration), 'registries')
    if (Array.isArray(registries) && registries.length > 0)
      return registries.filter((location) => typeof location === 'string')
  }
  return [builtInCatalog]
}

async function appsOf(location: string, current: string, place: CompletionPlace): Promise<Offer[]> {
  if (location === builtInCatalog) return catalogApps(current)
  if (!/^https?:\/\//.test(location)) {
    const { root } = await workspaceFor(place)
    const folder = location.startsWith('file:') ? fileURLToPath(location) : path.resolve(root, location)
    return indexedApps(await readLoosely(path.join(folder, 'v1/index.json')), current)
  }
  const home = place.environment.CLI_APPS_HOME || foldersOf(place.environment).data
  const base = location.endsWith('/') ? location : `${location}/`
  const cached = async (document: string): Promise<unknown> => {
    const file = cachedAnswerFile(path.join(home, 'cache/registries'), base, document)
    return asLooseJson(field(await readLoosely(file), 'text'))
  }
  const index = await cached('v1/index.json')
  const shards = field(index, 'shards')
  if (!Array.isArray(shards)) return indexedApps(index, current)
  const parts = await Promise.all(
    shards.slice(0, 256).map((shard) => cached(`v1/index/${String(field(shard, 'prefix'))}.json`)),
  )
  return parts.flatMap((part) => indexedApps(part, current))
}

function indexedApps(index: unknown, current: string): Offer[] {
  const apps = field(index, 'apps')
  if (!Array.isArray(apps)) return []
  return apps.flatMap((app: unknown) => {
    const [name, summary] = [field(app, 'name'), field(app, 'summary')]
    if (typeof name !== 'string' || !name.startsWith(current) || !appName.test(name)) return []
    return [{ word: name, about: typeof summary === 'string' ? summary : '' }]
  })
}

/** The packaged catalog has an index; a checkout has one file per app. */
async function catalogApps(current: string): Promise<Offer[]> {
  const folder = resourceFolder('catalog')
  const index = await readLoosely(catalogIndexFile(folder))
  return index === undefined ? namesIn(folder, current) : indexedApps(index, current)
}

async function namesIn(folder: string, current: string): Promise<Offer[]> {
  const isThere = await access(folder).then(
    () => true,
    () => false,
  )
  if (!isThere) return []
  return (await readdir(folder))
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .filter((name) => name.startsWith(current) && appName.test(name))
    .sort()
    .map((word) => ({ word }))
}

const foldersOf = (environment: NodeJS.ProcessEnv) =>
  userFolders(environment, { platform: process.platform, home: homedir() })
