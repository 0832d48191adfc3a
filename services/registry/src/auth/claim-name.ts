import { ForbiddenError } from '@cli-apps/core'
import { nameKey } from '@cli-apps/core/publish-rules'
import type { Queries } from '../db/database.ts'
import { namesHeldBy } from '../db/queries/name-rows.ts'
import { isMember } from '../db/queries/organization-rows.ts'
import { addOrganizationOwner, addUserOwner, ownersOf, prefixOf } from '../db/queries/owner-rows.ts'
import { type Actor, isAdmin } from './authorize.ts'

/**
 * Gives a new app its first owner: the publisher, or the organization that reserved the name's prefix. Throws
 * `ForbiddenError` `auth.prefix` if another organization reserved it.
 */
export async function claimName(tx: Queries, actor: Actor, name: string, now: Date): Promise<void> {
  const organization = await requirePrefix(tx, actor, name)
  await (organization === undefined
    ? addUserOwner(tx, name, actor.user, now)
    : addOrganizationOwner(tx, name, organization, now))
}

/**
 * Returns the organization that reserved a name's prefix, if any. Throws `ForbiddenError` `auth.prefix` unless the
 * actor is a member.
 */
export async function requirePrefix(tx: Queries, actor: Actor, name: string): Promise<string | undefined> {
  const kept = await prefixOf(tx, name)
  if (kept !== undefined && !isAdmin(actor) && !(await isMember(tx, kept.organization, actor.user)))
    throw keptFor(kept, actor, name)
  return kept?.organization
}

/**
 * Requires that an organization that reserved an alias's prefix owns the app. Throws `ForbiddenError` `auth.prefix`.
 * Existing aliases of the app stay.
 */
export async function requireAliases(
  tx: Queries,
  actor: Actor,
  { name, aliases }: { name: string; aliases: readonly string[] },
): Promise<void> {
  if (isAdmin(actor) || aliases.length === 0) return
  const [owners, held] = [await ownersOf(tx, name), await namesHeldBy(tx, name)]
  for (const alias of aliases) {
    const key = nameKey(alias)
    const kept = held.includes(key) ? undefined : await prefixOf(tx, key.replace(/[^\p{L}\p{N}]+/gu, '-'))
    if (kept !== undefined && !owners.includes(`@${kept.organization}`)) throw keptFor(kept, actor, alias)
  }
}

const keptFor = (
  { prefix, organization }: { prefix: string; organization: string },
  { user }: Actor,
  name: string,
): ForbiddenError =>
  new ForbiddenError(
    'auth.prefix',
    `The names ${prefix} and ${prefix}-* are reserved for @${organization}; ${user} cannot publish ${name}.`,
    {
      hint: `Choose another name than ${name}, or ask the registry's operator to add ${user} to ${organization}.`,
      details: { prefix, organisation: organization },
    },
  )
