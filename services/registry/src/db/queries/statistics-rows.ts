import { count, countDistinct, isNotNull, sql } from 'drizzle-orm'
import type { Queries } from '../database.ts'
import { appOrganizations, appOwners, apps, versions } from '../schema.ts'
import { isListed } from './apps/listed-apps.ts'

/** Returns how many listed apps have each facet. */
export async function countFacets(db: Queries): Promise<ReadonlyMap<string, number>> {
  const facet = sql<string>`unnest(${versions.facets})`
  const each = db
    .select({ facet: facet.as('facet') })
    .from(apps)
    .innerJoin(versions, isListed)
    .as('each')
  const rows = await db.select({ facet: each.facet, count: count() }).from(each).groupBy(each.facet)
  return new Map(rows.map((row) => [row.facet, row.count]))
}

export interface CatalogTotals {
  versions: number
  publishers: number
  downloads: number
  /** Listed versions with command trees, and with results of recipes. */
  trees: number
  results: number
}

export async function countTotals(db: Queries): Promise<CatalogTotals> {
  const [listed] = await db
    .select({
      trees: count(versions.commandTrees),
      results: count(versions.recipeResults),
      downloads: sql<string>`coalesce(sum(${apps.downloads}), 0)`,
    })
    .from(apps)
    .innerJoin(versions, isListed)
  const [users] = await db.select({ count: countDistinct(appOwners.user) }).from(appOwners)
  const [organizations] = await db
    .select({ count: countDistinct(appOrganizations.organization) })
    .from(appOrganizations)
  return {
    versions: await db.$count(versions),
    publishers: (users?.count ?? 0) + (organizations?.count ?? 0),
    downloads: Number(listed?.downloads ?? 0),
    trees: listed?.trees ?? 0,
    results: listed?.results ?? 0,
  }
}

/** Returns the results of recipes of the listed versions, as JSON. */
export async function listedResults(db: Queries): Promise<string[]> {
  const rows = await db
    .select({ results: versions.recipeResults })
    .from(apps)
    .innerJoin(versions, isListed)
    .where(isNotNull(versions.recipeResults))
  return rows.flatMap(({ results }) => results ?? [])
}
