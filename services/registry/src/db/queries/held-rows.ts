import { and, asc, count, desc, eq, inArray, isNull, or, type SQL } from 'drizzle-orm'
import type { Queries } from '../database.ts'
import { heldVersions } from '../schema.ts'

export type HeldRow = typeof heldVersions.$inferSelect

const isOf = (app: string, version: string): SQL | undefined =>
  and(eq(heldVersions.app, app), eq(heldVersions.version, version))

/** Returns a held or rejected version, locked until the transaction ends. */
export async function lockHeld(tx: Queries, app: string, version: string): Promise<HeldRow | undefined> {
  return (await tx.select().from(heldVersions).where(isOf(app, version)).for('update'))[0]
}

/** Returns the users with a held version of this name, for whom the name is reserved. */
export async function holdersOf(tx: Queries, app: string): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ user: heldVersions.heldBy })
    .from(heldVersions)
    .where(and(eq(heldVersions.app, app), isNull(heldVersions.rejectedAt)))
  return rows.map(({ user }) => user)
}

/** Returns how many versions of a user are held. */
export async function countHeld(tx: Queries, user: string): Promise<number> {
  const [row] = await tx
    .select({ held: count() })
    .from(heldVersions)
    .where(and(eq(heldVersions.heldBy, user), isNull(heldVersions.rejectedAt)))
  return row?.held ?? 0
}

/** Stores a held version; replaces a rejected one. */
export async function saveHeld(tx: Queries, row: HeldRow): Promise<void> {
  const { app: _, version: __, ...changed } = row
  await tx
    .insert(heldVersions)
    .values(row)
    .onConflictDoUpdate({ target: [heldVersions.app, heldVersions.version], set: changed })
}

export async function deleteHeld(tx: Queries, app: string, version: string): Promise<void> {
  await tx.delete(heldVersions).where(isOf(app, version))
}

interface HeldQuestion {
  app?: string | undefined
  /** Only versions that this user published, or of these apps; all when absent. */
  of?: { user: string; apps: readonly string[] } | undefined
  limit: number
}

/** Returns held versions before rejected ones, each group newest first. */
export const listHeld = (db: Queries, { app, of, limit }: HeldQuestion): Promise<HeldRow[]> =>
  db
    .select()
    .from(heldVersions)
    .where(
      and(
        app === undefined ? undefined : eq(heldVersions.app, app),
        of && or(eq(heldVersions.heldBy, of.user), inArray(heldVersions.app, [...of.apps])),
      ),
    )
    .orderBy(desc(isNull(heldVersions.rejectedAt)), desc(heldVersions.heldAt), asc(heldVersions.app))
    .limit(limit)
