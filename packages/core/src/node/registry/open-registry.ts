import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { CommandNode } from '@cli-apps/help/command-tree'
import { builtInCatalog } from '../../built-in-catalog.ts'
import type { Digest } from '../../digest.ts'
import { AppDocument, VersionDocument } from '../../documents/app-documents.ts'
import type { IndexEntry } from '../../documents/index-documents.ts'
import type { KeyId, Signature } from '../../documents/keys.ts'
import type { RecipeResults } from '../../documents/recipe-results.ts'
import { registryPaths } from '../../documents/registry-paths.ts'
import { IntegrityError, NotFoundError, UsageError } from '../../errors/errors.ts'
import type { AppName } from '../../manifest/app-name.ts'
import type { DebianClosure } from '../../manifest/debian/debian-closure.ts'
import type { DebianArchitecture } from '../../manifest/debian/debian-method.ts'
import type { AppManifest } from '../../manifest/manifest.ts'
import { t } from '../../messages/t.ts'
import type { AnswerVetting } from '../../skill/vet-answers.ts'
import type { LeftOut } from '../../skill/vet-facts.ts'
import { exists, hasCode } from '../files.ts'
import { resourceFolder } from '../resources.ts'
import { catalogSource, manifestFileSource, readCatalogEntries } from './catalog-source.ts'
import type { DocumentSource } from './document-source.ts'
import { folderSource } from './folder-source.ts'
import type { HttpSourceOptions, Reach } from './http-source.ts'
import { parseDocument } from './parse-document.ts'
import { noSuchVersion, proveManifest, refuseAttackingNames, type ServedVersion } from './prove-manifest.ts'
import { readSignedApp } from './read-app.ts'
import type { readClosure as ReadClosure } from './read-closure.ts'
import { type ReadIndexHead, readIndex, readIndexHead } from './read-index.ts'
import type { Found } from './search/found.ts'
import type { Searchable } from './search/searchable.ts'
import { registryTrust } from './trust/registry-trust.ts'
import { requireFresh } from './trust/require-timestamp.ts'
import { successorKeys } from './trust/successor-keys.ts'

export interface ProvenManifest {
  /** Without texts that resemble an attack. */
  manifest: AppManifest
  leftOut: LeftOut[]
  digest: Digest
  /** The manifest as published, which the digest and the signature cover. */
  json: unknown
  /** By a trusted key; `null` for a registry that does not sign. */
  signature: Signature | null
}

/** A registry of any kind: a server, a static site, a folder, or a catalog. */
export interface Registry {
  /** Its name in records and lockfiles. */
  location: string
  /** Every app in short form, by name. Its texts are for searching; apply `vetIndexEntry` before showing an entry. */
  index(): Promise<IndexEntry[]>
  app(name: AppName): Promise<AppDocument | undefined>
  /** The manifest of one version, with verified digest and, if the registry signs, signature. */
  manifest(name: AppName, version: string): Promise<ProvenManifest>
  /**
   * The Debian packages of one version for one architecture, with the digest that its manifest names. Throws
   * `NotFoundError` `app.no-closure`, `IntegrityError` if the registry has another list.
   */
  closure(
    name: AppName,
    version: string,
    architecture: DebianArchitecture,
    digest: Digest,
  ): Promise<DebianClosure>
  /**
   * The published command tree of a program, with the digest that its manifest names; `undefined` if the registry has none.
   * Throws `IntegrityError` if it has another one.
   */
  tree(name: AppName, version: string, program: string, digest: Digest): Promise<CommandNode | undefined>
  /** What became of the recipes of one version when they were run, if the registry knows. Nothing signs it. */
  recipeResults(name: AppName, version: string): Promise<RecipeResults | undefined>
  /**
   * Apps with the recipes that fit, best first; without recipes where no manifest is at hand. Playbooks of a server that
   * searches, and of a catalog: a list of apps has none.
   */
  search(query: string, limit: number): Promise<Found>
  /** Every app in short form, with all terms of those that are known. */
  searchable(): Promise<Searchable>
  /** Throws `IntegrityError`, such as `trust.too-old`, if the registry's data is too old for new installs. */
  requireFresh(): Promise<void>
  /**
   * Returns the keys of the same registry as `key`, which was trusted at `knownAt`; empty if it is a different
   * registry.
   */
  successorKeys(key: KeyId, knownAt: string): Promise<KeyId[]>
}

interface TrustSettings {
  /** Folder that stores the trusted keys of registries. */
  trustFolder: string
  /** Maximum age of the registry's timestamp in days; by default 14 for a server, or what its operator signed. */
  maxAgeDays?: number | undefined
  now?: () => Date
}

export interface OpenRegistryOptions extends HttpSourceOptions, TrustSettings {
  /** Base of relative locations; the working directory by default. */
  baseFolder?: string
}

/** Opens a registry by URL, folder or manifest file (path or `file:` URL), or `catalog:built-in`. Makes no request yet. */
export async function openRegistry(location: string, options: OpenRegistryOptions): Promise<Registry> {
  if (location === builtInCatalog) return openCatalog(location, resourceFolder('catalog'), options)
  if (/^https?:\/\//i.test(location)) {
    refuseCredentials(location)
    return openServer(location, options)
  }
  const folder = location.startsWith('file:')
    ? fileURLToPath(location)
    : path.resolve(options.baseFolder ?? '', location)
  if (await exists(path.join(folder, registryPaths.index())))
    return registryOf(folder, folderSource(folder), options)
  if (isManifestFile(location)) return openManifestFile(folder, options)
  throw new UsageError(
    'registry.bad-location',
    t('registry.bad-location', '{location} is not a registry.', { location }),
    {
      hint: t(
        'registry.bad-location.hint',
        'Use an https URL, or a folder that "cli-apps-registry export" wrote.',
      ),
    },
  )
}

/** The build wrote what searches need of its apps. */
const openCatalog = (location: string, folder: string, options: TrustSettings): Registry => ({
  ...registryOf(location, catalogSource(folder), options),
  index: () => readCatalogEntries(folder),
  searchable: async () => (await import('./search/searchable-catalog.ts')).searchableCatalog(folder),
  search: async (query, limit) =>
    (await import('./search/search-catalog.ts')).searchCatalog(folder, { query, limit }),
})

/** Whether a location is that of a manifest file, which stands for a registry with one app. */
export const isManifestFile = (location: string): boolean =>
  !/^https?:\/\//i.test(location) && /\.json$/i.test(location)

async function openManifestFile(file: string, options: TrustSettings): Promise<Registry> {
  if (await exists(file)) return registryOf(file, manifestFileSource(file), options)
  throw new NotFoundError(
    'registry.no-manifest-file',
    t('registry.no-manifest-file', 'The manifest file {file} was not found.', { file }),
    {
      hint: t('registry.no-manifest-file.hint', 'Restore it, for example from version control.'),
    },
  )
}

/** The location is part of plans, records and the committed lockfile, so it must not contain a secret. */
function refuseCredentials(location: string): void {
  if (!URL.canParse(location))
    throw new UsageError(
      'registry.bad-location',
      t('registry.bad-location.no-url', '{location} is no URL.', { location: JSON.stringify(location) }),
      {
        hint: t(
          'registry.bad-location.hint',
          'Use an https URL, or a folder that "cli-apps-registry export" wrote.',
        ),
      },
    )
  const { username, password, origin } = new URL(location)
  if (username === '' && password === '') return
  throw new UsageError(
    'registry.bad-location',
    t(
      'registry.bad-location.url-registry-holds-user',
      'The URL of a registry at {origin} holds a user or password.',
      { origin },
    ),
    {
      hint: t(
        'registry.bad-location.hint.remove-them-lockfile-contains',
        'Remove them: the lockfile contains the URL of a registry, and others read it.',
      ),
    },
  )
}

async function openServer(location: string, options: OpenRegistryOptions): Promise<Registry> {
  // Loaded lazily, because most installs contact no server.
  const { httpSource, isAway } = await import('./http-source.ts')
  const { searchServer } = await import('./search/search-server.ts')
  const base = location.endsWith('/') ? location : `${location}/`
  const reach: Reach = {}
  const documents = registryOf(location, httpSource(base, options, reach), options)
  return {
    ...documents,
    // Static sites and unavailable servers cannot search, so search their index here, possibly a cached one.
    search: async (query, limit) => {
      if (options.isOffline) return documents.search(query, limit)
      const found = await searchServer(base, { query, limit, signal: options.signal }).catch((error) => {
        if (!isAway(error)) throw error
        reach.away = error.message
      })
      if (found === undefined) return documents.search(query, limit)
      const vetting = await vettingOf(location)
      return { apps: vetting.found(found.apps), playbooks: vetting.playbooks(found.playbooks) }
    },
  }
}

function registryOf(
  location: string,
  source: DocumentSource,
  { trustFolder, maxAgeDays, now = () => new Date() }: TrustSettings,
): Registry {
  const trust = registryTrust(source, { location, trustFolder })
  const index = (): Promise<IndexEntry[]> =>
    askPastCaches((fresh) => readIndex(source, { location, trust, fresh }))
  /** Shared by all apps that are looked up. */
  let head: Promise<ReadIndexHead> | undefined
  async function readApp(name: AppName, fresh: boolean): Promise<AppDocument | undefined> {
    if (!(await trust.isSigning(fresh)))
      return source.read(registryPaths.app(name), (text) => parseDocument(text, AppDocument, location))
    if (fresh) head = undefined
    head ??= readIndexHead(source, { location, trust, fresh })
    return readSignedApp(source, name, { head: await head, location, fresh, now: now(), maxAgeDays })
  }
  const manifest: Registry['manifest'] = (name, version) =>
    askPastCaches(async (fresh) => {
      const read = (text: string): ServedVersion =>
        proveManifest(parseDocument(text, VersionDocument, location), { name, version, location })
      const found = await source.read(registryPaths.version(name, version), read, { fresh })
      if (found === undefined) throw noSuchVersion({ name, version, location })
      const { document, manifest, digest } = found
      const signature = await trust.requireVersion(document, `${name} ${version}`, fresh)
      const vetting = await vettingOf(location)
      refuseAttackingNames(vetting.nameFault(manifest), location)
      return { ...vetting.manifest(manifest), digest, json: document.manifest, signature }
    })
  const readTree = (text: string): CommandNode => parseDocument(text, CommandNode, location)
  return {
    location,
    index,
    app: (name) =>
      askPastCaches(async (fresh) => {
        const app = await readApp(name, fresh)
        return app && (await vettingOf(location)).app(app)
      }),
    manifest,
    closure: (name, version, architecture, digest) =>
      askPastCaches((fresh) =>
        readClosure(source, { name, version, architecture, digest }, { location, fresh }),
      ),
    tree: (name, version, program, digest) =>
      askPastCaches((fresh) =>
        source.read(registryPaths.commands(name, version, program), readTree, { fresh, digest }),
      ),
    recipeResults: async (name, version) =>
      (await import('./read-recipe-results.ts')).readRecipeResults(source, { name, version }, location),
    requireFresh: () =>
      askPastCaches(async (fresh) => {
        const timestamp = await trust.requireTimestamp(fresh)
        if (timestamp !== undefined) requireFresh(timestamp, { location, now: now(), maxAgeDays })
      }),
    searchable: async () => searchableOf(await index()),
    search: async (query, limit) =>
      searchAmong(await searchableOf(await index()), { query, limit, manifest, location }),
    successorKeys: (key, knownAt) => successorKeys(source, { key, knownAt }, { location, trustFolder }),
  }
}

/** Loaded lazily, because only installs need packages. */
const readClosure: typeof ReadClosure = async (...asked) =>
  (await import('./read-closure.ts')).readClosure(...asked)

const searchableOf = async (entries: readonly IndexEntry[]): Promise<Searchable> =>
  (await import('./search/search-index.ts')).searchableIndex(entries)

async function searchAmong(
  apps: Searchable,
  {
    query,
    limit,
    manifest,
    location,
  }: { query: string; limit: number; manifest: Registry['manifest']; location: string },
): Promise<Found> {
  const { findAmong } = await import('./search/find-among.ts')
  const manifestOf = async ({ name, latest }: IndexEntry): Promise<AppManifest> =>
    (await manifest(name, latest)).manifest
  const found = await findAmong(apps, { query, limit, manifestOf })
  return { apps: (await vettingOf(location)).found(found), playbooks: [] }
}

/** The catalog in this package passed the same rules when it was built. */
const asBuilt: AnswerVetting = {
  app: (app) => app,
  entries: (entries) => [...entries],
  manifest: (manifest) => ({ manifest, leftOut: [] }),
  found: (apps) => [...apps],
  playbooks: (playbooks) => [...playbooks],
  nameFault: () => undefined,
}

/**
 * How texts from this registry are vetted. Loaded lazily, because the rules are many and most commands show
 * nothing of another registry.
 */
export const vettingOf = async (location: string): Promise<AnswerVetting> =>
  location === builtInCatalog ? asBuilt : (await import('../../skill/vet-answers.ts')).answerVetting

const maxAttempts = 3

/**
 * Caches on the way to a registry may serve documents of different ages. Missing or mismatching documents are requested
 * again past them; a mismatch that remains is refused.
 */
async function askPastCaches<T>(ask: (fresh: boolean) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask(attempt > 1)
    } catch (error) {
      if (
        attempt === maxAttempts ||
        !(error instanceof IntegrityError || hasCode(error, 'registry.no-shard'))
      )
        throw error
    }
  }
}
