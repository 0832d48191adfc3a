import { type Digest, type PublishedVersion, parseJson, readManifest } from '@cli-apps/core'
import type { VersionRow } from '../db/version-rows.ts'

/** A stored version as core knows it. */
export const publishedVersion = (row: VersionRow): PublishedVersion => ({
  manifest: readManifest(parseJson(row.manifest, row.app), `${row.app} ${row.version}`),
  digest: row.digest as Digest,
  published_at: row.publishedAt.toISOString(),
  yanked: row.yankedReason === null ? null : { reason: row.yankedReason },
  deprecated: row.deprecatedMessage === null ? null : { message: row.deprecatedMessage },
})
