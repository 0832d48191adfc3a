import { ForbiddenError } from '@cli-apps/core'
import { nameKey } from '@cli-apps/core/publish-rules'
import type { Queries } from '../db/database.ts'
import { namesHeldBy } from '../db/queries/name-rows.ts'
import { isMember } from '../db/queries/organisation-rows.ts'
import { addOrganisationOwner, addUserOwner, ownersOf, prefixOf } from '../db/queries/owner-rows.ts'
import { type Actor, isAdmin } from './authorize.ts'

/**
 * Gives a new app its first owner: who publishes it, or the organisation that keeps its name. Throws `ForbiddenError`
 * `auth.prefix` for a name that is kept for others.
 */
export async function claimName(tx: Queries, actor: Actor, name: string, now: Date): Promise<void> {
  const organisation = await requirePrefix(tx, actor, name)
  await (organisation === undefined
    ? addUserOwner(tx, name, actor.user, now)
    : addOrganisationOwner(tx, name, organisation, now))
}

/** The organisation that keeps a name, where one does. Throws `ForbiddenError` `auth.prefix` when it keeps it for others. */
export async function requirePrefix(tx: Queries, actor: Actor, name: string): Promise<string | undefined> {
  const kept = await prefixOf(tx, name)
  if (kept !== undefined && !isAdmin(actor) && !(await isMember(tx, kept.organisation, actor.user)))
    throw keptFor(kept, actor, name)
  return kept?.organisation
}

/**
 * Lets an app take an alias that an organisation keeps only where the organisation owns the app. Throws `ForbiddenError`
 * `auth.prefix`. Aliases that the app has already stay.
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
    if (kept !== undefined && !owners.includes(`@${kept.organisation}`)) throw keptFor(kept, actor, alias)
  }
}

const keptFor = (
  { prefix, organisation }: { prefix: string; organisation: string },
  { user }: Actor,
  name: string,
): ForbiddenError =>
  new ForbiddenError(
    'auth.prefix',
    `The names ${prefix} and ${prefix}-* are reserved for @${organisation}; ${user} cannot publish ${name}.`,
    {
      hint: `Choose another name than ${name}, or ask the registry's operator to add ${user} to ${organisation}.`,
      details: { prefix, organisation },
    },
  )
