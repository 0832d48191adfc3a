import {
  and,
  arrayContains,
  asc,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Queries } from '../../database.ts'
import { apps, versions } from '../../schema.ts'
import type { AppRow } from './app-rows.ts'

const listed = {
  name: versions.app,
  latest: versions.version,
  display_name: versions.displayName,
  summary: versions.summary,
  i18n: apps.i18n,
  description: versions.description,
  category: versions.category,
  tags: versions.tags,
  aliases: versions.aliases,
  digest: versions.digest,
  published_at: versions.publishedAt,
}

/** The latest version of an app, as lists and search use it. */
interface ListedRow {
  name: string
  latest: string
  display_name: string
  summary: string
  i18n: AppRow['i18n']
  description: string
  category: string
  tags: string[]
  aliases: string[]
  digest: string
  published_at: Date
}

/** Joins an app with its listed version; removed apps are in no list. */
export const isListed = and(
  eq(versions.app, apps.name),
  eq(versions.version, apps.latest),
  isNull(apps.removedAt),
)

/** Returns the listed apps among these names, in any order. */
export const listNamed = (db: Queries, names: readonly string[]): Promise<ListedRow[]> =>
  db
    .select(listed)
    .from(apps)
    .innerJoin(versions, isListed)
    .where(inArray(apps.name, [...names]))

interface ListOptions {
  facets: readonly string[]
  /** Prefix of the names. */
  prefix?: string | undefined
  sort: 'name' | 'updated'
  limit: number
  /** The last row of the previous page. */
  after?: ListedPosition | undefined
  /** The first row of the next page, for the rows before it: the nearest first. */
  before?: ListedPosition | undefined
}

interface ListedPosition {
  name: string
  updated: Date
}

/**
 * Whether a version is that of its app in lists, asked for each version: Postgres would join all of both tables before it
 * sorts or stops at a limit, and `offset 0` keeps it from doing so.
 */
const isLatest = sql`exists (select from ${apps} where ${isListed} offset 0)`

/** Returns one page of the apps that have all facets, by name or newest first. */
export function listApps(
  db: Queries,
  { facets, prefix, sort, limit, after, before }: ListOptions,
): Promise<ListedRow[]> {
  const conditions: (SQL | undefined)[] = [hasFacets(facets), isLatest]
  if (prefix !== undefined)
    conditions.push(gte(versions.app, prefix), lt(versions.app, `${prefix}\u{10ffff}`))
  const position = after ?? before
  if (position !== undefined) conditions.push(isBeyond(position, { sort, isBefore: after === undefined }))
  const [up, down] = before === undefined ? [asc, desc] : [desc, asc]
  const order = sort === 'name' ? [up(versions.app)] : [down(versions.publishedAt), up(versions.app)]
  const page = db
    .select({ app: versions.app, version: versions.version })
    .from(versions)
    .where(and(...conditions))
    .orderBy(...order)
    .limit(limit)
    .as('page')
  return db
    .select(listed)
    .from(page)
    .innerJoin(versions, and(eq(versions.app, page.app), eq(versions.version, page.version)))
    .innerJoin(apps, eq(apps.name, versions.app))
    .orderBy(...order)
}

const hasFacets = (facets: readonly string[]): SQL | undefined =>
  facets.length === 0 ? undefined : arrayContains(versions.facets, [...facets])

/** Whether a row comes after a position, or before it. */
function isBeyond(
  { name, updated }: ListedPosition,
  { sort, isBefore }: { sort: ListOptions['sort']; isBefore: boolean },
): SQL | undefined {
  const [more, less] = isBefore ? [lt, gt] : [gt, lt]
  if (sort === 'name') return more(versions.app, name)
  return or(
    less(versions.publishedAt, updated),
    and(eq(versions.publishedAt, updated), more(versions.app, name)),
  )
}

/** Counts the apps that have all facets, up to a limit. */
export async function countWithFacets(
  db: Queries,
  facets: readonly string[],
  limit: number,
): Promise<number> {
  const isThere =
    facets.length === 0
      ? db.select({ name: apps.name }).from(apps).where(isNull(apps.removedAt))
      : db
          .select({ name: versions.app })
          .from(versions)
          .where(and(hasFacets(facets), isLatest))
  return db.$count(isThere.limit(limit).as('some'))
}

/** Returns the apps whose recipes were run that stand first in their categories: by downloads, then by what was run. */
export async function listTried(db: Queries, limit: number): Promise<ListedRow[]> {
  const first = db
    .selectDistinctOn([versions.category], {
      name: apps.name,
      downloads: apps.downloads,
      tried: sql<number>`length(${versions.recipeResults})`.as('tried'),
    })
    .from(apps)
    .innerJoin(versions, isListed)
    .where(isNotNull(versions.recipeResults))
    .orderBy(
      asc(versions.category),
      desc(apps.downloads),
      desc(sql`length(${versions.recipeResults})`),
      asc(apps.name),
    )
    .as('first')
  return db
    .select(listed)
    .from(apps)
    .innerJoin(versions, isListed)
    .innerJoin(first, eq(first.name, apps.name))
    .orderBy(desc(first.downloads), desc(first.tried), asc(apps.name))
    .limit(limit)
}

export const countListedApps = (db: Queries): Promise<number> => db.$count(apps, isNull(apps.removedAt))
