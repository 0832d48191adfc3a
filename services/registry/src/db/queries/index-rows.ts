import { asc, between, count, isNotNull, max, type SQL, sql } from 'drizzle-orm'
import type { Queries } from '../database.ts'
import { apps, auditLog, versions } from '../schema.ts'
import { isListed } from './apps/listed-apps.ts'

/** An app's index entry, with its keys in the order of the document. */
const indexed = {
  name: versions.app,
  latest: versions.version,
  display_name: versions.displayName,
  summary: versions.summary,
  i18n: apps.i18n,
  category: versions.category,
  tags: versions.tags,
  aliases: versions.aliases,
  digest: versions.digest,
}

/** Condition that an app's shard starts with these digits. */
const isWithin = (prefix: string): SQL => between(apps.shard, prefix.padEnd(4, '0'), prefix.padEnd(4, 'f'))

/** Digest of the bytes that the app's document is served as. */
const documentDigest = sql<
  string | null
>`'sha256:' || encode(sha256(convert_to(${apps.document}, 'UTF8')), 'hex')`

/** Returns the apps whose shard starts with `prefix`, by name; all for an empty prefix. */
export const listIndexed = (db: Queries, prefix: string) =>
  db
    .select({ ...indexed, document: documentDigest, shard: apps.shard })
    .from(apps)
    .innerJoin(versions, isListed)
    .where(isWithin(prefix))
    .orderBy(asc(apps.name))

/** A placeholder with the length of a digest, so that measuring computes none. */
const anyDigest = sql`case when ${apps.document} is null then null else ${`sha256:${'0'.repeat(64)}`}::text end`

const jsonBytes = sql.join(
  [...Object.values(indexed), anyDigest].map(
    (column) => sql`coalesce(octet_length(to_json(${column})::text), 0)`,
  ),
  sql` + `,
)

/**
 * Returns the size in bytes of all index entries, by the first two digits of their shard; of one part if
 * given. The result depends only on the rows, so that all servers choose the same depth.
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

/** Returns the id of the last change of an app; 0 if there was none. */
export async function lastChange(db: Queries): Promise<number> {
  const rows = await db
    .select({ id: max(auditLog.id) })
    .from(auditLog)
    .where(isNotNull(auditLog.app))
  return rows[0]?.id ?? 0
}

/** Returns the number of apps in each category, by name. */
export const countCategories = (db: Queries): Promise<{ name: string; count: number }[]> =>
  db
    .select({ name: versions.category, count: count() })
    .from(apps)
    .innerJoin(versions, isListed)
    .groupBy(versions.category)
    .orderBy(sql`${versions.category} collate "C"`)
