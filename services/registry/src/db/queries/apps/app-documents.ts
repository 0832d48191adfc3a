import { sql } from 'drizzle-orm'
import type { Queries } from '../../database.ts'
import { apps } from '../../schema.ts'

/** Returns the text of `/v1/apps/{name}.json`. */
export async function findAppDocument(db: Queries, name: string): Promise<string | undefined> {
  return (await findAppDocuments(db, [name])).get(name)
}

/**
 * Returns many documents with one query, which the server plans once per connection. Names must not contain
 * commas.
 */
export async function findAppDocuments(
  db: Queries,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const query = documentQueries.get(db) ?? prepareDocumentQuery(db)
  documentQueries.set(db, query)
  const rows = await query.execute({ names: names.join() })
  return new Map(rows.flatMap(({ name, document }) => (document === null ? [] : [[name, document]])))
}

const documentQueries = new WeakMap<Queries, ReturnType<typeof prepareDocumentQuery>>()

const prepareDocumentQuery = (db: Queries) =>
  db
    .select({ name: apps.name, document: apps.document })
    .from(apps)
    .where(sql`${apps.name} = any(string_to_array(${sql.placeholder('names')}, ','))`)
    .prepare('app_documents')
