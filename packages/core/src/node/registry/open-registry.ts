import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { builtInCatalog } from '../../built-in-catalog.ts'
import { registryPaths } from '../../documents/registry-paths.ts'
import { NotFoundError, UsageError } from '../../errors/errors.ts'
import { t } from '../../messages/t.ts'
import { exists } from '../files.ts'
import { resourceFolder } from '../resources.ts'
import type { Reach } from './http-source.ts'
import type { OpenRegistryOptions, Registry, TrustSettings } from './registry.ts'
import type { sourceRegistry as SourceRegistry } from './source-registry.ts'
import { vettingOf } from './trust/vetting-of.ts'

/** Opens a registry by URL, folder or manifest file (path or `file:` URL), or `catalog:built-in`. Makes no request yet. */
export async function openRegistry(location: string, options: OpenRegistryOptions): Promise<Registry> {
  if (location === builtInCatalog) {
    const { catalogRegistry } = await import('./catalog/catalog-registry.ts')
    return catalogRegistry(location, resourceFolder('catalog'), options)
  }
  if (/^https?:\/\//i.test(location)) {
    refuseCredentials(location)
    return openServer(location, options)
  }
  const folder = location.startsWith('file:')
    ? fileURLToPath(location)
    : path.resolve(options.baseFolder ?? '', location)
  if (await exists(path.join(folder, registryPaths.index())))
    return openSource(folder, (await import('./folder-source.ts')).folderSource(folder), options)
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

/** Whether a location is that of a manifest file, which stands for a registry with one app. */
export const isManifestFile = (location: string): boolean =>
  !/^https?:\/\//i.test(location) && /\.json$/i.test(location)

/** Loaded lazily, because the catalog that ships with the program needs none of it. */
const openSource = async (...asked: Parameters<typeof SourceRegistry>): Promise<Registry> =>
  (await import('./source-registry.ts')).sourceRegistry(...asked)

async function openManifestFile(file: string, options: TrustSettings): Promise<Registry> {
  if (await exists(file)) {
    const { manifestFileSource } = await import('./catalog/catalog-source.ts')
    return openSource(file, manifestFileSource(file), options)
  }
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
  const documents = await openSource(location, httpSource(base, options, reach), options)
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
