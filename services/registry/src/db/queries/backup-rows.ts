import { sql } from 'drizzle-orm'
import type { Queries } from '../database.ts'

/**
 * Tables that a backup omits: those derived from others, and request counts, sessions and sign-ins, which are useless a
 * day later.
 */
export const leftOutTables = [
  'app_search',
  'search_words',
  'rate_limits',
  'web_sessions',
  'pending_identities',
] as const

/** The tables of a backup, each after those that it references. */
export const backupTables = [
  'users',
  'user_identities',
  'organisations',
  'organisation_members',
  'name_prefixes',
  'apps',
  'app_organisations',
  'app_owners',
  'app_names',
  'install_counts',
  'versions',
  'playbooks',
  'held_versions',
  'dist_tags',
  'trusted_publishers',
  'approvals',
  'signing_keys',
  'tokens',
  'audit_log',
] as const
export type BackupTable = (typeof backupTables)[number]

/** Each manifest may take 1 MiB, so batches are small. */
const batch = 100

/** Returns the stored columns of a table; columns that the database computes are omitted. */
export async function storedColumns(db: Queries, table: BackupTable): Promise<string[]> {
  const found = await rowsOf<{ name: string }>(
    db,
    sql`select column_name as name from information_schema.columns
      where table_schema = current_schema() and table_name = ${table} and is_generated = 'NEVER'
      order by ordinal_position`,
  )
  return found.map(({ name }) => name)
}

export async function countRows(db: Queries, table: BackupTable): Promise<number> {
  const [row] = await rowsOf<{ count: string | number }>(
    db,
    sql`select count(*)::text as count from ${sql.identifier(table)}`,
  )
  return Number(row?.count ?? 0)
}

/** Returns the rows of a table as JSON text, in key order, one batch at a time. Requires a transaction. */
export async function* readRows(
  tx: Queries,
  table: BackupTable,
  columns: readonly string[],
): AsyncGenerator<string[]> {
  // Timestamps are written with an offset, which must not depend on the server's time zone.
  await tx.execute(sql`set local timezone = 'UTC'`)
  await tx.execute(
    sql`declare backup_rows no scroll cursor for
      select row_to_json(kept)::text as row
      from (select ${columnList(columns)} from ${sql.identifier(table)} order by 1, 2) as kept`,
  )
  for (;;) {
    const rows = await rowsOf<{ row: string }>(tx, sql.raw(`fetch ${batch} from backup_rows`))
    if (rows.length === 0) break
    yield rows.map(({ row }) => row)
  }
  await tx.execute(sql`close backup_rows`)
}

/** Inserts rows in the form that `readRows` returns. */
export async function insertRows(
  tx: Queries,
  table: BackupTable,
  { columns, rows }: { columns: readonly string[]; rows: readonly string[] },
): Promise<void> {
  const list = columnList(columns)
  const name = sql.identifier(table)
  await tx.execute(
    sql`insert into ${name} (${list}) overriding system value
      select ${list} from json_populate_recordset(null::${name}, ${`[${rows.join(',')}]`}::text::json)`,
  )
}

/**
 * Blocks all other access to the tables until the transaction ends. Waits at most ten seconds for the lock.
 */
export async function lockTables(tx: Queries): Promise<void> {
  const names = sql.join(
    backupTables.map((table) => sql.identifier(table)),
    sql`, `,
  )
  await tx.execute(sql`set local lock_timeout = '10s'`)
  await tx.execute(sql`lock table ${names} in access exclusive mode`)
}

/** Makes generated numbers continue after the highest restored one. */
export async function continueSequences(tx: Queries): Promise<void> {
  await tx.execute(
    sql`select setval(pg_get_serial_sequence('audit_log', 'id'), coalesce(max(id), 1), max(id) is not null) from audit_log`,
  )
}

const columnList = (columns: readonly string[]) =>
  sql.join(
    columns.map((column) => sql.identifier(column)),
    sql`, `,
  )

/** Returns the rows of a statement that Drizzle cannot express, because drivers return them differently. */
async function rowsOf<Row>(db: Queries, statement: ReturnType<typeof sql.raw>): Promise<Row[]> {
  const result = (await db.execute(statement)) as unknown as Row[] | { rows: Row[] }
  return Array.isArray(result) ? result : result.rows
}
