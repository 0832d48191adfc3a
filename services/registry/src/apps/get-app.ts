import {
  type AppName,
  type Digest,
  isAppName,
  NotFoundError,
  nearestNames,
  type PublishedVersion,
  parseJson,
  readManifest,
} from '@cli-apps/core'
import { findVersion, ownersOf, type VersionRow, versionsOf } from '../db/app-rows.ts'
import type { Queries } from '../db/database.ts'
import type { Catalogue } from './catalogue.ts'

export interface StoredApp {
  versions: PublishedVersion[]
  owners: string[]
}

/** An app with all its versions. Throws `NotFoundError` `app.unknown` that names the nearest apps. */
export async function getApp(db: Queries, catalogue: Catalogue, name: string): Promise<StoredApp> {
  if (!isAppName(name)) throw await unknownApp(catalogue, name)
  const rows = await versionsOf(db, name)
  if (rows.length === 0) throw await unknownApp(catalogue, name)
  return { versions: rows.map(publishedVersion), owners: await ownersOf(db, name) }
}

/** One version. Throws `NotFoundError` for an unknown app or version. */
export async function getVersion(
  db: Queries,
  catalogue: Catalogue,
  { name, version }: { name: string; version: string },
): Promise<PublishedVersion & { value: unknown }> {
  const row = isAppName(name) && isStorable(version) ? await findVersion(db, name, version) : undefined
  if (row !== undefined) return { ...publishedVersion(row), value: parseJson(row.manifest, row.app) }
  const entries = await catalogue.entries()
  const app = entries.find((entry) => entry.name === name)
  throw app === undefined ? await unknownApp(catalogue, name) : unknownVersion(app.name, version, app.latest)
}

export async function unknownApp(catalogue: Catalogue, name: string): Promise<NotFoundError> {
  const names = (await catalogue.entries()).map((entry) => entry.name)
  // No app has so long a name, and comparing takes time with its square.
  const near = name.length > 100 ? [] : nearestNames(name, names)
  const shown = name.length > 100 ? `${name.slice(0, 100)}…` : name
  return new NotFoundError('app.unknown', `There is no app called ${JSON.stringify(shown)}.`, {
    hint: near.length === 0 ? 'Search for it with /v1/search?q=.' : `Did you mean ${near.join(' or ')}?`,
    details: { nearest: near },
  })
}

export const unknownVersion = (name: AppName, wanted: string, latest: string): NotFoundError =>
  new NotFoundError('version.unknown', `${name} has no version ${JSON.stringify(wanted.slice(0, 200))}.`, {
    hint: `Its latest version is ${latest}; all are in /v1/apps/${name}.json.`,
  })

/** Postgres refuses NUL in a parameter. */
const isStorable = (text: string): boolean => text.length <= 100 && !text.includes('\0')

function publishedVersion(row: VersionRow): PublishedVersion {
  return {
    manifest: readManifest(parseJson(row.manifest, row.app), `${row.app} ${row.version}`),
    digest: row.digest as Digest,
    published_at: row.publishedAt.toISOString(),
    yanked: row.yankedReason === null ? null : { reason: row.yankedReason },
    deprecated: row.deprecatedMessage === null ? null : { message: row.deprecatedMessage },
  }
}
