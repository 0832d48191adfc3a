import { CommandNode } from '@cli-apps/help/command-tree'
import { AppDocument, VersionDocument } from '../../documents/app-documents.ts'
import type { IndexEntry } from '../../documents/index-documents.ts'
import { registryPaths } from '../../documents/registry-paths.ts'
import { IntegrityError } from '../../errors/errors.ts'
import type { AppName } from '../../manifest/app-name.ts'
import type { AppManifest } from '../../manifest/manifest.ts'
import { hasCode } from '../files.ts'
import type { DocumentSource } from './document-source.ts'
import { parseDocument } from './parse-document.ts'
import { noSuchVersion, proveManifest, refuseAttackingNames, type ServedVersion } from './prove-manifest.ts'
import { readSignedApp } from './read-app.ts'
import type { readClosure as ReadClosure } from './read-closure.ts'
import { type ReadIndexHead, readIndex, readIndexHead } from './read-index.ts'
import type { Registry, TrustSettings } from './registry.ts'
import type { Found } from './search/found.ts'
import type { Searchable } from './search/searchable.ts'
import { registryTrust } from './trust/registry-trust.ts'
import { requireFresh } from './trust/require-timestamp.ts'
import { successorKeys } from './trust/successor-keys.ts'
import { vettingOf } from './trust/vetting-of.ts'

/** The registry whose documents a source has: each is held to its digest, its signature and the rules for texts. */
export function sourceRegistry(
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
