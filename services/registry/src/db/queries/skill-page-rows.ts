import { and, asc, desc, eq, gt, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Queries } from '../database.ts'
import { apps, versions } from '../schema.ts'
import { isListed } from './app-rows.ts'

/** What an order of skills goes by: a time in milliseconds, or a number of downloads; the highest first. */
export const skillSorts = ['updated', 'created', 'downloads'] as const
export type SkillSort = (typeof skillSorts)[number]

/** A listed app with its latest version, as lists of skills show it. */
export interface SkillRow {
  name: string
  version: string
  displayName: string
  summary: string
  tags: string[]
  deprecatedMessage: string | null
  yankedReason: string | null
  publishedAt: Date
  createdAt: Date
  downloads: number
}

interface SkillPageOptions {
  /** By the order of names where a prefix is given. */
  sort: SkillSort
  prefix?: string | undefined
  limit: number
  /** The last row of the page before: its name, and its value in the order. */
  after?: { name: string; value: number } | undefined
}

const orders = {
  updated: versions.publishedAt,
  created: apps.createdAt,
  downloads: apps.downloads,
} as const

/** One page of listed apps, the highest first; with a prefix those whose names begin with it, by name. */
export function skillRows(
  db: Queries,
  { sort, prefix, limit, after }: SkillPageOptions,
): Promise<SkillRow[]> {
  const conditions: (SQL | undefined)[] = []
  if (prefix !== undefined) conditions.push(sql`starts_with(${apps.name}, ${prefix})`)
  if (after !== undefined)
    conditions.push(prefix === undefined ? isAfter(sort, after) : gt(apps.name, after.name))
  const order = prefix === undefined ? [desc(orders[sort]), asc(apps.name)] : [asc(apps.name)]
  return db
    .select({
      name: apps.name,
      version: versions.version,
      displayName: versions.displayName,
      summary: versions.summary,
      tags: versions.tags,
      deprecatedMessage: versions.deprecatedMessage,
      yankedReason: versions.yankedReason,
      publishedAt: versions.publishedAt,
      createdAt: apps.createdAt,
      downloads: apps.downloads,
    })
    .from(apps)
    .innerJoin(versions, isListed)
    .where(and(...conditions))
    .orderBy(...order)
    .limit(limit)
}

function isAfter(sort: SkillSort, { name, value }: { name: string; value: number }): SQL | undefined {
  if (sort === 'downloads')
    return or(lt(apps.downloads, value), and(eq(apps.downloads, value), gt(apps.name, name)))
  const column = orders[sort]
  const at = new Date(value)
  return or(lt(column, at), and(eq(column, at), gt(apps.name, name)))
}
