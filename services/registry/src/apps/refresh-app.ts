import {
  type AppDocument,
  type AppManifest,
  appDocument,
  indexEntry,
  latestVersion,
  type PublishedVersion,
  searchFields,
} from '@cli-apps/core'
import { nameMarks } from '@cli-apps/core/publish-rules'
import type { Queries } from '../db/database.ts'
import {
  type AppRow,
  appsDerivedOtherwise,
  type DerivedColumns,
  findAppRows,
  lockApp,
  notifyChange,
  setDerived,
} from '../db/queries/apps/app-rows.ts'
import { ownersOfApps, setNameMarks } from '../db/queries/name-rows.ts'
import { type SearchRow, saveSearchRows, standingOf } from '../db/queries/search-rows.ts'
import { setFacets, tagRowsOf, type VersionRow, versionsOfApps } from '../db/queries/version-rows.ts'
import { mapInTurns } from '../work/turns.ts'
import { facetsOf } from './facets.ts'
import { publishedVersion } from './published-version.ts'

/** Version of the derived data's format. Apps with an older format are regenerated at startup. */
export const derivedFormat = 11

/** Calls `refreshApps` for one app. Ends every write to an app, inside its transaction. */
export const refreshApp = (tx: Queries, name: string): Promise<void> => refreshApps(tx, [name])

/**
 * Regenerates what is derived from apps: latest versions, documents, search rows and name marks, and notifies
 * all servers. The number of statements does not depend on the number of apps.
 */
export async function refreshApps(tx: Queries, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  const tags = await tagRowsOf(tx, names)
  const versions = await versionsOfApps(tx, names)
  const owners = await ownersOfApps(tx, names)
  const refreshed: ReturnType<typeof derive>[] = []
  for (const app of await findAppRows(tx, names)) {
    const isOf = (row: { app: string }): boolean => row.app === app.name
    const derived = derive(app, {
      versions: await mapInTurns(versions.filter(isOf), publishedVersion),
      tags: Object.fromEntries(tags.filter(isOf).map(({ tag, version }) => [tag, version])),
      owners: owners
        .filter(isOf)
        .map(({ owner }) => owner)
        .sort(),
    })
    refreshed.push(derived)
    const { columns, search } = derived
    const listed = versions.find((row) => isOf(row) && row.version === columns.latest)
    if (search !== undefined) await refreshFacets(tx, listed, search.facets)
  }
  const rows = refreshed.flatMap(({ search }) => search ?? [])
  await saveSearchRows(tx, names, rows)
  await setDerived(
    tx,
    refreshed.map(({ columns }) => columns),
  )
  await setNameMarks(tx, names, nameMarks)
  await notifyChange(tx, ...names)
}

/** Lists filter by the facets of the listed version, which an older program may have stored without later ones. */
async function refreshFacets(
  tx: Queries,
  row: VersionRow | undefined,
  facets: readonly string[],
): Promise<void> {
  if (row !== undefined && facets.join('\n') !== row.facets.join('\n')) await setFacets(tx, row, facets)
}

/** The data that an app is derived from, besides its own row. */
interface Sources {
  versions: PublishedVersion[]
  tags: Record<string, string>
  owners: string[]
}

function derive(
  app: AppRow,
  { versions, tags, owners }: Sources,
): { columns: DerivedColumns; search: SearchRow | undefined } {
  const document = appDocument(versions, { owners, tags, removed: removalOf(app) })
  const listed = latestVersion(versions, tags)
  const latest = listed.manifest
  return {
    search: app.removedAt === null ? searchRowOf(latest, app.downloads) : undefined,
    columns: {
      name: app.name,
      latest: latest.version,
      // The document of a withheld app lists no versions.
      document: `${JSON.stringify(app.isWithheld ? { ...document, versions: [] } : document)}\n`,
      i18n: indexEntry(listed).i18n ?? null,
      derivedFormat,
    },
  }
}

/** Returns the search row of an app with this latest version. */
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

/**
 * Regenerates what an older program derived; runs at startup after the migrations. Returns the number of
 * apps.
 */
export async function refreshOutdatedApps(db: Queries): Promise<number> {
  for (let count = 0; ; ) {
    const names = await appsDerivedOtherwise(db, derivedFormat, batch)
    await db.transaction(async (tx) => {
      // Sorted, so that servers that start concurrently do not deadlock.
      for (const name of names.sort()) await lockApp(tx, name)
      await refreshApps(tx, names)
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
