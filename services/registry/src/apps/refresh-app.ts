import { type AppDocument, type AppManifest, appDocument, latestVersion, searchFields } from '@cli-apps/core'
import { nameMarks } from '@cli-apps/core/publish-rules'
import {
  type AppRow,
  appsDerivedOtherwise,
  findApp,
  lockApp,
  notifyChange,
  setDerived,
  tagsOf,
  versionsOf,
} from '../db/app-rows.ts'
import type { Queries } from '../db/database.ts'
import { setNameMarks } from '../db/name-rows.ts'
import { ownersOf } from '../db/owner-rows.ts'
import { type SearchRow, saveSearchRow, standingOf } from '../db/search-rows.ts'
import { facetsOf } from './facets.ts'
import { publishedVersion } from './published-version.ts'

/** Grows when what is derived of an app changes its form; apps of an older form are made anew at start. */
export const derivedFormat = 4

/**
 * Makes anew what is derived of an app: its latest version, its document, the marks of its names, and
 * the news for every server. Ends every write
 * to an app, inside its transaction.
 */
export async function refreshApp(tx: Queries, name: string): Promise<void> {
  const app = await findApp(tx, name)
  if (app === undefined) throw new RangeError(`refreshApp: no app ${name}`)
  const tags = await tagsOf(tx, name)
  const versions = (await versionsOf(tx, name)).map(publishedVersion)
  const document = appDocument(versions, {
    owners: await ownersOf(tx, name),
    tags,
    removed: removalOf(app),
  })
  const latest = latestVersion(versions, tags).manifest
  await saveSearchRow(tx, name, app.removedAt === null ? searchRowOf(latest, app.downloads) : undefined)
  await setDerived(tx, name, {
    latest: latest.version,
    // What is withheld is not told through the back door either.
    document: `${JSON.stringify(app.isWithheld ? { ...document, versions: [] } : document)}\n`,
    derivedFormat,
  })
  await setNameMarks(tx, name, nameMarks)
  await notifyChange(tx, name)
}

/** What search keeps of an app whose latest version this is. */
export function searchRowOf(latest: AppManifest, downloads: number): SearchRow {
  const popularity = Math.floor(Math.log2(downloads + 1))
  return {
    app: latest.name,
    displayName: latest.display_name,
    aliases: latest.aliases ?? [],
    facets: facetsOf(latest),
    popularity,
    standing: standingOf(latest.name, popularity),
    fields: searchFields({ ...latest, tags: latest.tags ?? [], aliases: latest.aliases ?? [] }),
  }
}

const batch = 100

/** Makes anew what an older program derived; for the start, after the migrations. Gives how many apps there were. */
export async function refreshOutdatedApps(db: Queries): Promise<number> {
  for (let count = 0; ; ) {
    const names = await appsDerivedOtherwise(db, derivedFormat, batch)
    for (const name of names)
      await db.transaction(async (tx) => {
        await lockApp(tx, name)
        await refreshApp(tx, name)
      })
    count += names.length
    if (names.length < batch) return count
  }
}

function removalOf({ removedAt, removedMessage, removedReplacement }: AppRow): AppDocument['removed'] {
  if (removedAt === null) return null
  return {
    at: removedAt.toISOString(),
    message: removedMessage ?? '',
    replacement: removedReplacement as NonNullable<AppDocument['removed']>['replacement'],
  }
}
