import { asc, between, count, isNotNull, max, type SQL, sql } from 'drizzle-orm'
import type { Queries } from '../database.ts'
import { apps, auditLog, versions } from '../schema.ts'
import { isListed } from './app-rows.ts'

/** An app as the index has it, with its keys in that order. */
const indexed = {
  name: versions.app,
  latest: versions.version,
  display_name: versions.displayName,
  summary: versions.summary,
  category: versions.category,
  tags: versions.tags,
  aliases: versions.aliases,
  digest: versions.digest,
}

/** Do these digits begin the shard of an app? */
const isWithin = (prefix: string): SQL => between(apps.shard, prefix.padEnd(4, '0'), prefix.padEnd(4, 'f'))

/** Of the bytes that the app's document is served as. */
const documentDigest = sql<
  string | null
>`'sha256:' || encode(sha256(convert_to(${apps.document}, 'UTF8')), 'hex')`

/** The apps whose shard begins with `prefix`, by name; all for an empty one. */
export const listIndexed = (db: Queries, prefix: string) =>
  db
    .select({ ...indexed, document: documentDigest, shard: apps.shard })
    .from(apps)
    .innerJoin(versions, isListed)
    .where(isWithin(prefix))
    .orderBy(asc(apps.name))

/** As long as any digest, which need not be computed to be measured. */
const anyDigest = sql`case when ${apps.document} is null then null else ${`sha256:${'0'.repeat(64)}`}::text end`

const jsonBytes = sql.join(
  [...Object.values(indexed), anyDigest].map(
    (column) => sql`coalesce(octet_length(to_json(${column})::text), 0)`,
  ),
  sql` + `,
)

/**
 * The bytes that the values of the entries take in an index, by the first two digits of their shard; of one such part where
 * it is given. What it says depends on nothing but the rows, so that every server on them decides alike.
 */
export async function measureIndex(db: Queries, part = ''): Promise<Map<string, number>> {
  const key = sql<string>`left(${apps.shard}, 2)`
  const rows = await db
    .select({ part: key, bytes: sql<string>`sum(${jsonBytes})` })
    .from(apps)
    .innerJoin(versions, isListed)
    .where(isWithin(part))
    .groupBy(key)
  return new Map(rows.map((row) => [row.part, Number(row.bytes)]))
}

/** Id of the last change of an app; 0 where nothing was ever published. */
export async function lastChange(db: Queries): Promise<number> {
  const rows = await db
    .select({ id: max(auditLog.id) })
    .from(auditLog)
    .where(isNotNull(auditLog.app))
  return rows[0]?.id ?? 0
}

/** How many apps each category has, by name. */
export const countCategories = (db: Queries): Promise<{ name: string; count: number }[]> =>
  db
    .select({ name: versions.category, count: count() })
    .from(apps)
    .innerJoin(versions, isListed)
    .groupBy(versions.category)
    .orderBy(sql`${versions.category} collate "C"`)
