import { type Digest, type PublishedVersion, parseJson, readManifestFacts } from '@cli-apps/core'
import type { VersionRow } from '../db/queries/version-rows.ts'
import { storedTrees } from '../work/stored-trees.ts'
import type { StoredManifest } from '../work/tasks.ts'

/** A stored version: the data that lists and documents need, and the manifest as received. */
export interface StoredVersion extends PublishedVersion {
  /** Without its command tree, which is large: callers that need the tree parse the text in a thread. */
  manifest: PublishedVersion['manifest']
  manifestText: string
  /** The trees that the manifest names, as JSON by program. */
  commandTrees: string | null
}

/** Converts a stored row to core's representation of a version. */
export const publishedVersion = (row: VersionRow): StoredVersion => ({
  manifest: readManifestFacts(parseJson(row.manifest, row.app), `${row.app} ${row.version}`),
  manifestText: row.manifest,
  commandTrees: row.commandTrees,
  digest: row.digest as Digest,
  published_at: row.publishedAt.toISOString(),
  yanked: row.yankedReason === null ? null : { reason: row.yankedReason },
  deprecated: row.deprecatedMessage === null ? null : { message: row.deprecatedMessage },
})

/** Returns the fields of a stored version that a worker thread needs. */
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

/** Returns the command trees of a version by program, as published. */
export const commandTreesOf = ({
  manifest,
  manifestText,
  commandTrees,
}: Pick<StoredVersion, 'manifest' | 'manifestText' | 'commandTrees'>): ReadonlyMap<string, unknown> =>
  storedTrees(manifest, { commandTrees, published: () => parseJson(manifestText, manifest.name) })
