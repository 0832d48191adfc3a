import { EntryVersion, NotFoundError } from '@cli-apps/core'
import type { Queries } from '../../db/database.ts'
import { findVersion, type VersionRow } from '../../db/queries/version-rows.ts'

/** Returns a version of an app whose row is locked. Throws `NotFoundError` `version.unknown`. */
export async function lockedVersion(tx: Queries, app: string, version: string): Promise<VersionRow> {
  const row = EntryVersion.safeParse(version).success ? await findVersion(tx, app, version) : undefined
  if (row !== undefined) return row
  throw new NotFoundError(
    'version.unknown',
    `${app} has no version ${JSON.stringify(version.slice(0, 200))}.`,
    {
      hint: `All its versions are in /v1/apps/${app}.json.`,
    },
  )
}
