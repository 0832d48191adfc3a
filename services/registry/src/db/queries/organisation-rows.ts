import { and, asc, eq } from 'drizzle-orm'
import type { Queries } from '../database.ts'
import { namePrefixes, organisationMembers, organisations } from '../schema.ts'

/** An organization with its members and prefixes, sorted by name. */
interface OrganisationView {
  name: string
  members: string[]
  prefixes: string[]
}

export async function listOrganisations(db: Queries): Promise<OrganisationView[]> {
  const names = await db
    .select({ name: organisations.name })
    .from(organisations)
    .orderBy(asc(organisations.name))
  const members = await db.select().from(organisationMembers).orderBy(asc(organisationMembers.user))
  const prefixes = await db.select().from(namePrefixes).orderBy(asc(namePrefixes.prefix))
  return names.map(({ name }) => ({
    name,
    members: members.filter(({ organisation }) => organisation === name).map(({ user }) => user),
    prefixes: prefixes.filter(({ organisation }) => organisation === name).map(({ prefix }) => prefix),
  }))
}

/** Returns the organizations that a user is a member of. */
export async function organisationsOf(
  db: Queries,
  user: string,
): Promise<Pick<OrganisationView, 'name' | 'prefixes'>[]> {
  const { organisation } = organisationMembers
  const rows = await db
    .select({ name: organisation, prefix: namePrefixes.prefix })
    .from(organisationMembers)
    .leftJoin(namePrefixes, eq(namePrefixes.organisation, organisation))
    .where(eq(organisationMembers.user, user))
    .orderBy(asc(organisation), asc(namePrefixes.prefix))
  return [...new Set(rows.map(({ name }) => name))].map((name) => ({
    name,
    prefixes: rows.flatMap((row) => (row.name === name && row.prefix !== null ? [row.prefix] : [])),
  }))
}

export async function hasOrganisation(db: Queries, name: string): Promise<boolean> {
  return (await db.select().from(organisations).where(eq(organisations.name, name))).length > 0
}

export async function isMember(db: Queries, organisation: string, user: string): Promise<boolean> {
  const rows = await db
    .select({ user: organisationMembers.user })
    .from(organisationMembers)
    .where(and(eq(organisationMembers.organisation, organisation), eq(organisationMembers.user, user)))
  return rows.length > 0
}

/** Returns whether anything changed, as do the functions below. */
export async function insertOrganisation(tx: Queries, name: string, createdAt: Date): Promise<boolean> {
  const rows = await tx.insert(organisations).values({ name, createdAt }).onConflictDoNothing().returning()
  return rows.length > 0
}

export async function insertMember(
  tx: Queries,
  organisation: string,
  user: string,
  addedAt: Date,
): Promise<boolean> {
  const row = { organisation, user, addedAt }
  return (await tx.insert(organisationMembers).values(row).onConflictDoNothing().returning()).length > 0
}

export async function deleteMember(tx: Queries, organisation: string, user: string): Promise<boolean> {
  const rows = await tx
    .delete(organisationMembers)
    .where(and(eq(organisationMembers.organisation, organisation), eq(organisationMembers.user, user)))
    .returning()
  return rows.length > 0
}

/** Claims a prefix; returns the organization that now has it, and whether the claim is new. */
export async function claimPrefix(
  tx: Queries,
  organisation: string,
  prefix: string,
): Promise<{ holder: string; isNew: boolean }> {
  const made = await tx
    .insert(namePrefixes)
    .values({ organisation, prefix })
    .onConflictDoNothing()
    .returning()
  const [row] = await tx.select().from(namePrefixes).where(eq(namePrefixes.prefix, prefix))
  return { holder: row?.organisation ?? organisation, isNew: made.length > 0 }
}

export async function deletePrefix(tx: Queries, organisation: string, prefix: string): Promise<boolean> {
  const rows = await tx
    .delete(namePrefixes)
    .where(and(eq(namePrefixes.organisation, organisation), eq(namePrefixes.prefix, prefix)))
    .returning()
  return rows.length > 0
}
