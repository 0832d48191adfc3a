import { ConflictError, type Digest } from '@cli-apps/core'
import type { VersionChoice } from '../../db/queries/version-rows.ts'

/** Throws `ConflictError` `version.exists` when a version was published with other content. */
export function requireSameContent(existing: VersionChoice, digest: Digest): void {
  if (existing.digest === digest) return
  throw new ConflictError(
    'version.exists',
    `${existing.app} ${existing.version} is already published with other content.`,
    {
      hint: 'A version never changes. Publish a correction of the manifest as the same version with +1 appended.',
      details: { published: existing.digest, received: digest },
    },
  )
}
