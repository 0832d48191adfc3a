import type { Issue } from '@cli-apps/core'
import type { CatalogEntry } from '../entries.ts'
import type { VerificationLog } from '../verification-log.ts'

/** A rule for the whole catalog. It checks the entries that could be read, and never throws. */
export interface CatalogRule {
  /** Stable, such as `catalog.own-words`. */
  id: string
  /** The requirement, in words for people. */
  wants: string
  check(entries: readonly CatalogEntry[], log: VerificationLog): Issue[]
}

/** Creates an issue of one entry; `place` is a path in its manifest. */
export const issueOf = ({ name }: Pick<CatalogEntry, 'name'>, place: string, message: string): Issue => ({
  path: `${name}.json ${place}`.trimEnd(),
  message,
})
