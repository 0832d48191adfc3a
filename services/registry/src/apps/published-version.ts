import { type Digest, type PublishedVersion, parseJson, readManifestFacts } from '@cli-apps/core'
import type { VersionRow } from '../db/queries/version-rows.ts'
import { storedTrees } from '../work/stored-trees.ts'
import type { StoredManifest } from '../work/tasks.ts'

/** A stored version: what lists and documents need of it, and its manifest as it was received. */
export interface StoredVersion extends PublishedVersion {
  /** Without its command tree, which is large: those who need that read the text in a thread. */
  manifest: PublishedVersion['manifest']
  manifestText: string
  /** The trees that the manifest names, as JSON by program. */
  commandTrees: string | null
}

/** A stored version as core knows it. */
export const publishedVersion = (row: VersionRow): StoredVersion => ({
  manifest: readManifestFacts(parseJson(row.manifest, row.app), `${row.app} ${row.version}`),
  manifestText: row.manifest,
  commandTrees: row.commandTrees,
  digest: row.digest as Digest,
  published_at: row.publishedAt.toISOString(),
  yanked: row.yankedReason === null ? null : { reason: row.yankedReason },
  deprecated: row.deprecatedMessage === null ? null : { message: row.deprecatedMessage },
})

/** The same for a thread. */
export const storedManifest = ({
  manifest,
  digest,
  manifestText,
  commandTrees,
}: StoredVersion): StoredManifest => ({
  app: manifest.name,
  version: manifest.version,
  digest,
  manifestText,
  commandTrees,
})

/** The command trees of a version by program, as they were published. */
export const commandTreesOf = ({
  manifest,
  manifestText,
  commandTrees,
}: Pick<StoredVersion, 'manifest' | 'manifestText' | 'commandTrees'>): ReadonlyMap<string, unknown> =>
  storedTrees(manifest, { commandTrees, published: () => parseJson(manifestText, manifest.name) })
