import { GoneError, isAppName, NotFoundError, type Signature } from '@cli-apps/core'
import type { Queries } from '../../db/database.ts'
import { findAppDocument } from '../../db/queries/apps/app-documents.ts'
import { findAppRow } from '../../db/queries/apps/app-rows.ts'
import { findVersion } from '../../db/queries/version-rows.ts'
import { publishedVersion, type StoredVersion } from '../published-version.ts'
import { nearestApps } from '../search/nearest-apps.ts'

/**
 * Returns the text of an app's document. Throws `NotFoundError` `app.unknown`, which names the nearest apps.
 */
export async function getAppDocument(db: Queries, name: string): Promise<string> {
  const document = isAppName(name) ? await findAppDocument(db, name) : undefined
  if (document !== undefined) return document
  throw await unknownApp(db, name)
}

/**
 * Returns one version. Throws `NotFoundError` for an unknown app or version, `GoneError` for a withheld one.
 */
export async function getVersion(
  db: Queries,
  { name, version }: { name: string; version: string },
): Promise<StoredVersion & { signatures: readonly Signature[] }> {
  const row = isAppName(name) && isStorable(version) ? await findVersion(db, name, version) : undefined
  if (row?.isWithheld)
    throw new GoneError('app.withheld', `${row.app} ${row.version} is withheld by the registry's operator.`, {
      hint: `/v1/apps/${row.app}.json has the reason and the replacement.`,
    })
  if (row !== undefined) return { ...publishedVersion(row), signatures: row.signatures }
  const app = isAppName(name) ? await findAppRow(db, name) : undefined
  throw app === undefined ? await unknownApp(db, name) : unknownVersion(name, version, app.latest ?? '')
}

export async function unknownApp(db: Queries, name: string): Promise<NotFoundError> {
  const near = await nearestApps(db, name)
  const shown = name.length > 100 ? `${name.slice(0, 100)}…` : name
  return new NotFoundError('app.unknown', `The app ${JSON.stringify(shown)} was not found.`, {
    hint:
      near.length === 0
        ? 'Search for what it does: cli-apps search, search_apps, or /v1/search?q=.'
        : `Did you mean ${near.join(' or ')}?`,
    details: { nearest: near },
  })
}

export const unknownVersion = (name: string, requested: string, latest: string): NotFoundError =>
  new NotFoundError('version.unknown', `${name} has no version ${JSON.stringify(requested.slice(0, 200))}.`, {
    hint: `Its latest version is ${latest}; all are in /v1/apps/${name}.json.`,
  })

/** Postgres refuses NUL in a parameter. */
const isStorable = (text: string): boolean => text.length <= 100 && !text.includes('\0')
