import { and, asc, desc, eq, gt, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Queries } from '../database.ts'
import { apps, versions } from '../schema.ts'
import { isListed } from './apps/listed-apps.ts'

/** Sort orders of skills: by a time in milliseconds or by downloads, highest first. */
export const skillSorts = ['updated', 'created', 'downloads'] as const
export type SkillSort = (typeof skillSorts)[number]

/** A listed app with its latest version, as skill lists show it. */
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
  /** Ignored with a prefix: the page is then sorted by name. */
  sort: SkillSort
  prefix?: string | undefined
  limit: number
  /** The last row of the previous page: its name and its sort value. */
  after?: { name: string; value: number } | undefined
}

const orders = {
  updated: versions.publishedAt,
  created: apps.createdAt,
  downloads: apps.downloads,
} as const

/**
 * Returns one page of listed apps, highest first; with a prefix, those whose names start with it, by name.
 */
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
