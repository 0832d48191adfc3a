import { and, arrayOverlaps, eq, inArray, ne } from 'drizzle-orm'
import type { Queries } from '../database.ts'
import { appNames, appOrganizations, appOwners } from '../schema.ts'

/** Returns the folded names and aliases of an app. */
export async function namesHeldBy(db: Queries, app: string): Promise<string[]> {
  const rows = await db.select({ key: appNames.key }).from(appNames).where(eq(appNames.app, app))
  return rows.map(({ key }) => key)
}

/** Returns names of other apps that share a mark, which may be similar. */
export const namesMarked = (
  db: Queries,
  { marks, app }: { marks: readonly number[]; app: string },
): Promise<{ key: string; app: string }[]> =>
  db
    .select({ key: appNames.key, app: appNames.app })
    .from(appNames)
    .where(and(arrayOverlaps(appNames.marks, [...marks]), ne(appNames.app, app)))

/** Updates the marks of these apps' names if they changed. */
export async function setNameMarks(
  tx: Queries,
  names: readonly string[],
  marksOf: (key: string) => number[],
): Promise<void> {
  const rows = await tx
    .select()
    .from(appNames)
    .where(inArray(appNames.app, [...names]))
  for (const { key, marks } of rows) {
    const derived = marksOf(key)
    if (derived.join() !== marks.join())
      await tx.update(appNames).set({ marks: derived }).where(eq(appNames.key, key))
  }
}

/** Returns the owners of these apps: users by name, organizations as `@name`. */
export async function ownersOfApps(
  db: Queries,
  names: readonly string[],
): Promise<{ app: string; owner: string }[]> {
  if (names.length === 0) return []
  const users = await db
    .select({ app: appOwners.app, owner: appOwners.user })
    .from(appOwners)
    .where(inArray(appOwners.app, [...names]))
  const organizations = await db
    .select({ app: appOrganizations.app, owner: appOrganizations.organization })
    .from(appOrganizations)
    .where(inArray(appOrganizations.app, [...names]))
  return [...users, ...organizations.map(({ app, owner }) => ({ app, owner: `@${owner}` }))]
}
