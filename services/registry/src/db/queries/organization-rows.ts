import { and, asc, eq } from 'drizzle-orm'
import type { Queries } from '../database.ts'
import { namePrefixes, organizationMembers, organizations } from '../schema.ts'

/** An organization with its members and prefixes, sorted by name. */
interface OrganizationView {
  name: string
  members: string[]
  prefixes: string[]
}

export async function listOrganizations(db: Queries): Promise<OrganizationView[]> {
  const names = await db
    .select({ name: organizations.name })
    .from(organizations)
    .orderBy(asc(organizations.name))
  const members = await db.select().from(organizationMembers).orderBy(asc(organizationMembers.user))
  const prefixes = await db.select().from(namePrefixes).orderBy(asc(namePrefixes.prefix))
  return names.map(({ name }) => ({
    name,
    members: members.filter(({ organization }) => organization === name).map(({ user }) => user),
    prefixes: prefixes.filter(({ organization }) => organization === name).map(({ prefix }) => prefix),
  }))
}

/** Returns the organizations that a user is a member of. */
export async function organizationsOf(
  db: Queries,
  user: string,
): Promise<Pick<OrganizationView, 'name' | 'prefixes'>[]> {
  const { organization } = organizationMembers
  const rows = await db
    .select({ name: organization, prefix: namePrefixes.prefix })
    .from(organizationMembers)
    .leftJoin(namePrefixes, eq(namePrefixes.organization, organization))
    .where(eq(organizationMembers.user, user))
    .orderBy(asc(organization), asc(namePrefixes.prefix))
  return [...new Set(rows.map(({ name }) => name))].map((name) => ({
    name,
    prefixes: rows.flatMap((row) => (row.name === name && row.prefix !== null ? [row.prefix] : [])),
  }))
}

export async function hasOrganization(db: Queries, name: string): Promise<boolean> {
  return (await db.select().from(organizations).where(eq(organizations.name, name))).length > 0
}

export async function isMember(db: Queries, organization: string, user: string): Promise<boolean> {
  const rows = await db
    .select({ user: organizationMembers.user })
    .from(organizationMembers)
    .where(and(eq(organizationMembers.organization, organization), eq(organizationMembers.user, user)))
  return rows.length > 0
}

/** Returns whether anything changed, as do the functions below. */
export async function insertOrganization(tx: Queries, name: string, createdAt: Date): Promise<boolean> {
  const rows = await tx.insert(organizations).values({ name, createdAt }).onConflictDoNothing().returning()
  return rows.length > 0
}

export async function insertMember(
  tx: Queries,
  organization: string,
  user: string,
  addedAt: Date,
): Promise<boolean> {
  const row = { organization, user, addedAt }
  return (await tx.insert(organizationMembers).values(row).onConflictDoNothing().returning()).length > 0
}

export async function deleteMember(tx: Queries, organization: string, user: string): Promise<boolean> {
  const rows = await tx
    .delete(organizationMembers)
    .where(and(eq(organizationMembers.organization, organization), eq(organizationMembers.user, user)))
    .returning()
  return rows.length > 0
}

/** Claims a prefix; returns the organization that now has it, and whether the claim is new. */
export async function claimPrefix(
  tx: Queries,
  organization: string,
  prefix: string,
): Promise<{ holder: string; isNew: boolean }> {
  const made = await tx
    .insert(namePrefixes)
    .values({ organization, prefix })
    .onConflictDoNothing()
    .returning()
  const [row] = await tx.select().from(namePrefixes).where(eq(namePrefixes.prefix, prefix))
  return { holder: row?.organization ?? organization, isNew: made.length > 0 }
}

export async function deletePrefix(tx: Queries, organization: string, prefix: string): Promise<boolean> {
  const rows = await tx
    .delete(namePrefixes)
    .where(and(eq(namePrefixes.organization, organization), eq(namePrefixes.prefix, prefix)))
    .returning()
  return rows.length > 0
}
