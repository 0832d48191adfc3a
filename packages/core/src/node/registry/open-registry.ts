import path from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  AppDocument,
  type Digest,
  IndexDocument,
  type IndexEntry,
  type IndexShard,
  registryPaths,
  ShardDocument,
  VersionDocument,
} from '../../api.ts'
import type { AppName } from '../../app-name.ts'
import { IntegrityError, NotFoundError, UsageError } from '../../errors.ts'
import { type AppManifest, readManifest } from '../../manifest.ts'
import { rankApps } from '../../search/rank-apps.ts'
import { manifestDigest } from '../digest.ts'
import { exists } from '../files.ts'
import { resourceFolder } from '../resources.ts'
import { catalogueSource } from './catalogue-source.ts'
import type { DocumentSource } from './document-source.ts'
import { folderSource } from './folder-source.ts'
import type { HttpSourceOptions } from './http-source.ts'
import { parseDocument } from './parse-document.ts'

/** Location of the catalogue that ships with the program. */
export const builtInCatalogue = 'catalog:built-in'

/** A registry as its readers see it, whatever it is: a server, a static site, a folder, a catalogue. */
export interface Registry {
  /** What records and lockfiles call it. */
  location: string
  /** Every app in short, by name. */
  index(): Promise<IndexEntry[]>
  app(name: AppName): Promise<AppDocument | undefined>
  /** The manifest of one version, its digest proven. */
  manifest(name: AppName, version: string): Promise<{ manifest: AppManifest; digest: Digest }>
  search(query: string, limit: number): Promise<IndexEntry[]>
}

export interface OpenRegistryOptions extends HttpSourceOptions {
  /** Folder that a relative location starts from; the working directory when absent. */
  baseFolder?: string
}

/** Opens a registry by URL, folder (path or `file:` URL), or `catalog:built-in`. Nothing is asked yet. */
export async function openRegistry(location: string, options: OpenRegistryOptions): Promise<Registry> {
  if (location === builtInCatalogue) return registryOf(location, catalogueSource(resourceFolder('catalog')))
  if (/^https?:\/\//.test(location)) return openServer(location, options)
  const folder = location.startsWith('file:')
    ? fileURLToPath(location)
    : path.resolve(options.baseFolder ?? '', location)
  if (await exists(path.join(folder, registryPaths.index()))) return registryOf(folder, folderSource(folder))
  throw new UsageError('registry.bad-location', `${location} is no registry.`, {
    hint: 'Give an https URL, or a folder that "cli-apps-registry export" wrote.',
  })
}

async function openServer(location: string, options: HttpSourceOptions): Promise<Registry> {
  // Loaded here, because most installs ask no server.
  const { httpSource, isAway } = await import('./http-source.ts')
  const { searchServer } = await import('./search-server.ts')
  const base = location.endsWith('/') ? location : `${location}/`
  const documents = registryOf(location, httpSource(base, options))
  return {
    ...documents,
    // A static site or an absent server answers no questions, but the index, maybe of before, can be searched here.
    search: async (query, limit) => {
      const found = await searchServer(base, { query, limit, signal: options.signal }).catch((error) => {
        if (!isAway(error)) throw error
      })
      return found ?? documents.search(query, limit)
    },
  }
}

function registryOf(location: string, source: DocumentSource): Registry {
  const index = async (): Promise<IndexEntry[]> => {
    const found = await source.read(registryPaths.index(), (text) =>
      parseDocument(text, IndexDocument, location),
    )
    if (found !== undefined) return 'apps' in found ? found.apps : readShards(found.shards)
    throw new NotFoundError('registry.no-index', `${location} has no index.`, {
      hint: 'Check the address of the registry.',
    })
  }
  const readShards = async (shards: readonly IndexShard[]): Promise<IndexEntry[]> => {
    const entries: IndexEntry[] = []
    for (const { prefix } of shards) {
      const shard = await source.read(registryPaths.shard(prefix), (text) =>
        parseDocument(text, ShardDocument, location),
      )
      entries.push(...(shard?.apps ?? []))
    }
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  }
  return {
    location,
    index,
    app: (name) => source.read(registryPaths.app(name), (text) => parseDocument(text, AppDocument, location)),
    async manifest(name, version) {
      const found = await source.read(registryPaths.version(name, version), (text) =>
        proveManifest(parseDocument(text, VersionDocument, location), { name, version, location }),
      )
      if (found !== undefined) return found
      throw new NotFoundError('app.no-version', `${location} has no ${name} ${version}.`, {
        hint: `"cli-apps info ${name}" lists its versions.`,
      })
    },
    async search(query, limit) {
      return rankApps(query, await index())
        .slice(0, limit)
        .map(({ entry }) => entry)
    },
  }
}

/** What a registry serves must be what its digest names, and must be the app and version that were asked for. */
function proveManifest(
  document: VersionDocument,
  asked: { name: AppName; version: string; location: string },
): { manifest: AppManifest; digest: Digest } {
  const digest = manifestDigest(document.manifest)
  if (digest !== document.digest) {
    throw new IntegrityError(
      'integrity.manifest-digest',
      `The manifest of ${asked.name} ${asked.version} has another digest.`,
      {
        hint: `Do not install it; tell the operator of ${asked.location}.`,
        details: { expected: document.digest, actual: digest },
      },
    )
  }
  const manifest = readManifest(document.manifest, `The manifest of ${asked.name} ${asked.version}`)
  if (manifest.name !== asked.name || manifest.version !== asked.version) {
    throw new IntegrityError(
      'integrity.other-manifest',
      `${asked.location} answers with ${manifest.name} ${manifest.version} for ${asked.name} ${asked.version}.`,
      { hint: 'Do not install it; tell the operator of the registry.' },
    )
  }
  return { manifest, digest }
}
