import {
  type AppName,
  GoneError,
  isAppName,
  NotFoundError,
  nearestNames,
  type PublishedVersion,
  parseJson,
  type Signature,
} from '@cli-apps/core'
import { findAppDocument, findVersion } from '../db/app-rows.ts'
import type { Queries } from '../db/database.ts'
import type { Catalogue } from './catalogue.ts'
import { publishedVersion } from './published-version.ts'

/** Text of an app's document. Throws `NotFoundError` `app.unknown` that names the nearest apps. */
export async function getAppDocument(db: Queries, catalogue: Catalogue, name: string): Promise<string> {
  const document = isAppName(name) ? await findAppDocument(db, name) : undefined
  if (document !== undefined) return document
  throw await unknownApp(catalogue, name)
}

/** One version. Throws `NotFoundError` for an unknown app or version, `GoneError` for one that is withheld. */
export async function getVersion(
  db: Queries,
  catalogue: Catalogue,
  { name, version }: { name: string; version: string },
): Promise<PublishedVersion & { value: unknown; signatures: readonly Signature[] }> {
  const row = isAppName(name) && isStorable(version) ? await findVersion(db, name, version) : undefined
  if (row?.isWithheld)
    throw new GoneError(
      'app.withheld',
      `${row.app} ${row.version} is kept back by the registry's operator.`,
      {
        hint: `/v1/apps/${row.app}.json says why, and what to use instead.`,
      },
    )
  if (row !== undefined)
    return {
      ...publishedVersion(row),
      value: parseJson(row.manifest, row.app),
      signatures: row.signatures,
    }
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
