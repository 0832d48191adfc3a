import { and, asc, eq } from 'drizzle-orm'
import type { Queries } from '../database.ts'
import { trustedPublishers } from '../schema.ts'

export type TrustedPublisherRow = typeof trustedPublishers.$inferSelect

/** Returns false when the app already has the same publisher, for any user. */
export async function insertTrustedPublisher(tx: Queries, row: TrustedPublisherRow): Promise<boolean> {
  return (await tx.insert(trustedPublishers).values(row).onConflictDoNothing().returning()).length > 0
}

/** Returns trusted publishers of one app or all, optionally of one issuer. */
export const trustedPublisherRows = (
  db: Queries,
  { app, issuer }: { app?: string | undefined; issuer?: string } = {},
): Promise<TrustedPublisherRow[]> =>
  db
    .select()
    .from(trustedPublishers)
    .where(
      and(
        app === undefined ? undefined : eq(trustedPublishers.app, app),
        issuer === undefined ? undefined : eq(trustedPublishers.issuer, issuer),
      ),
    )
    .orderBy(asc(trustedPublishers.app), asc(trustedPublishers.createdAt), asc(trustedPublishers.id))

/** Returns the removed row, if any; limited to one app if it is named. */
export async function deleteTrustedPublisher(
  tx: Queries,
  id: string,
  app?: string,
): Promise<TrustedPublisherRow | undefined> {
  const rows = await tx
    .delete(trustedPublishers)
    .where(and(eq(trustedPublishers.id, id), app === undefined ? undefined : eq(trustedPublishers.app, app)))
    .returning()
  return rows[0]
}
