import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Queries } from '../database.ts'
import { appOrganizations, appOwners, apps, namePrefixes, organizationMembers } from '../schema.ts'

/** Returns users by name and organizations as `@name`. */
export async function ownersOf(db: Queries, app: string): Promise<string[]> {
  const users = await db.select({ name: appOwners.user }).from(appOwners).where(eq(appOwners.app, app))
  const { organization } = appOrganizations
  const organizations = await db
    .select({ name: organization })
    .from(appOrganizations)
    .where(eq(appOrganizations.app, app))
  return [...users.map(({ name }) => name), ...organizations.map(({ name }) => `@${name}`)].sort()
}

/** Returns whether the user owns the app, directly or through an organization. */
export async function isOwner(db: Queries, app: string, user: string): Promise<boolean> {
  const own = db
    .select({ app: appOwners.app })
    .from(appOwners)
    .where(and(eq(appOwners.app, app), eq(appOwners.user, user)))
  return (await own.unionAll(appsThroughOrganizations(db, user, app)).limit(1)).length > 0
}

/** Returns apps that the user owns, directly or through an organization, by name. */
export async function appsOwnedBy(db: Queries, user: string, limit: number): Promise<string[]> {
  const own = db.select({ app: appOwners.app }).from(appOwners).where(eq(appOwners.user, user))
  const rows = await own.union(appsThroughOrganizations(db, user)).orderBy(asc(sql`app`)).limit(limit)
  return rows.map(({ app }) => app)
}

/** Returns the listed apps of a user, or of an organization as `@name`, by name. Membership does not count. */
export async function appsPublishedAs(db: Queries, owner: string): Promise<string[]> {
  const isPresent = isNull(apps.removedAt)
  const rows = owner.startsWith('@')
    ? await db
        .select({ app: appOrganizations.app })
        .from(appOrganizations)
        .innerJoin(apps, and(eq(apps.name, appOrganizations.app), isPresent))
        .where(eq(appOrganizations.organization, owner.slice(1)))
        .orderBy(asc(appOrganizations.app))
    : await db
        .select({ app: appOwners.app })
        .from(appOwners)
        .innerJoin(apps, and(eq(apps.name, appOwners.app), isPresent))
        .where(eq(appOwners.user, owner))
        .orderBy(asc(appOwners.app))
  return rows.map(({ app }) => app)
}

const appsThroughOrganizations = (db: Queries, user: string, app?: string) =>
  db
    .select({ app: appOrganizations.app })
    .from(appOrganizations)
    .innerJoin(
      organizationMembers,
      and(
        eq(organizationMembers.organization, appOrganizations.organization),
        eq(organizationMembers.user, user),
      ),
    )
    .where(app === undefined ? undefined : eq(appOrganizations.app, app))

/** Returns whether anything changed, as do the functions below. */
export async function addUserOwner(tx: Queries, app: string, user: string, addedAt: Date): Promise<boolean> {
  const rows = await tx.insert(appOwners).values({ app, user, addedAt }).onConflictDoNothing().returning()
  return rows.length > 0
}

export async function removeUserOwner(tx: Queries, app: string, user: string): Promise<boolean> {
  const rows = await tx
    .delete(appOwners)
    .where(and(eq(appOwners.app, app), eq(appOwners.user, user)))
    .returning()
  return rows.length > 0
}

export async function addOrganizationOwner(
  tx: Queries,
  app: string,
  organization: string,
  addedAt: Date,
): Promise<boolean> {
  const row = { app, organization, addedAt }
  return (await tx.insert(appOrganizations).values(row).onConflictDoNothing().returning()).length > 0
}

export async function removeOrganizationOwner(
  tx: Queries,
  app: string,
  organization: string,
): Promise<boolean> {
  const rows = await tx
    .delete(appOrganizations)
    .where(and(eq(appOrganizations.app, app), eq(appOrganizations.organization, organization)))
    .returning()
  return rows.length > 0
}

/** Returns the organization that reserved this name, by its longest matching prefix. */
export async function prefixOf(
  db: Queries,
  app: string,
): Promise<{ prefix: string; organization: string } | undefined> {
  const words = app.split('-')
  const prefixes = words.map((_, index) => words.slice(0, index + 1).join('-'))
  const rows = await db.select().from(namePrefixes).where(inArray(namePrefixes.prefix, prefixes))
  return rows.sort((a, b) => b.prefix.length - a.prefix.length)[0]
}
