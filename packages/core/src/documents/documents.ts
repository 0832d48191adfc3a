import type * as z from 'zod'
import { canonicalJson } from '../canonical-json.ts'
import type { Digest } from '../digest.ts'
import { installCommand } from '../manifest/install-command.ts'
import type { AppManifest } from '../manifest/manifest.ts'
import { compareVersions, type DistTags, selectVersion } from '../manifest/versions.ts'
import type { AppDocument, CategoriesDocument, VersionEntry } from './app-documents.ts'
import type { IndexEntry, WholeIndex } from './index-documents.ts'
import type { Signature } from './keys.ts'

/** A version as a registry knows it, whatever it is stored in. */
export interface PublishedVersion {
  manifest: AppManifest
  digest: Digest
  /** ISO 8601, UTC; null where nobody published it, as in a catalog folder. */
  published_at: string | null
  yanked: { reason: string } | null
  deprecated: { message: string } | null
}

/** The version that lists show: what the tag `latest` names, else the highest not yanked, else the highest. */
export function latestVersion<T extends Pick<PublishedVersion, 'manifest' | 'yanked'>>(
  versions: readonly T[],
  tags: DistTags = {},
): T {
  const facts = versions.map((entry) => ({
    version: entry.manifest.version,
    yanked: entry.yanked !== null,
    entry,
  }))
  const latest =
    selectVersion(facts, 'latest', tags) ?? facts.sort((a, b) => compareVersions(b.version, a.version))[0]
  if (latest === undefined) throw new RangeError('latestVersion needs at least one version')
  return latest.entry
}

/** `/v1/index.json` from the latest version of each app. */
export const indexDocument = (entries: readonly IndexEntry[], serial = 0): z.infer<typeof WholeIndex> => ({
  index: 1,
  serial,
  signatures: [],
  apps: [...entries].sort((a, b) => (a.name < b.name ? -1 : 1)),
})

const versionEntry = ({ manifest, ...rest }: PublishedVersion): VersionEntry => ({
  version: manifest.version,
  digest: rest.digest,
  program_version: manifest.program_version ?? null,
  entry_point: manifest.entry_point,
  docs: manifest.docs ?? null,
  published_at: rest.published_at,
  yanked: rest.yanked,
  deprecated: rest.deprecated,
  install_commands: manifest.install.map((method) => ({
    method: method.method,
    command: installCommand(method),
  })),
})

/** What an app is beside its versions. */
export interface AppFacts {
  /** Users by name, organizations as `@name`. */
  owners: readonly string[]
  /** Tags that somebody set. */
  tags?: DistTags
  removed?: AppDocument['removed']
}

/** `/v1/apps/{name}.json` from all versions of one app (at least one). */
export function appDocument(
  versions: readonly PublishedVersion[],
  { owners, tags = {}, removed = null }: AppFacts,
): AppDocument {
  const { manifest } = latestVersion(versions, tags)
  return {
    name: manifest.name,
    latest: manifest.version,
    display_name: manifest.display_name,
    summary: manifest.summary,
    description: manifest.description,
    category: manifest.category,
    tags: manifest.tags ?? [],
    aliases: manifest.aliases ?? [],
    homepage: manifest.homepage ?? null,
    license: manifest.license ?? null,
    owners: [...owners].sort(),
    dist_tags: Object.fromEntries(Object.entries({ ...tags, latest: manifest.version }).sort()),
    removed,
    versions: [...versions]
      .sort((a, b) => compareVersions(b.manifest.version, a.manifest.version))
      .map(versionEntry),
  }
}

/** Text of `/v1/apps/{name}/{version}.json`. `manifest` is the JSON value as received, so that its digest can be checked. */
export const versionDocumentText = (
  manifest: unknown,
  { digest, signatures = [] }: { digest: Digest; signatures?: readonly Signature[] },
): string =>
  `{"digest":${JSON.stringify(digest)},"signatures":${JSON.stringify(signatures)},"manifest":${canonicalJson(manifest)}}\n`

export function categoriesDocument(entries: readonly IndexEntry[]): CategoriesDocument {
  const counts = new Map<string, number>()
  for (const { category } of entries) counts.set(category, (counts.get(category) ?? 0) + 1)
  return { categories: [...counts].sort().map(([name, count]) => ({ name, count })) }
}
