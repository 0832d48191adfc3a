import { ForbiddenError } from '@cli-apps/core'
import type { Queries } from '../db/database.ts'
import { isMember } from '../db/organisation-rows.ts'
import { addOrganisationOwner, addUserOwner, prefixOf } from '../db/owner-rows.ts'
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
  if (kept === undefined) return undefined
  const { prefix, organisation } = kept
  if (!isAdmin(actor) && !(await isMember(tx, organisation, actor.user)))
    throw new ForbiddenError(
      'auth.prefix',
      `The names ${prefix} and ${prefix}-* are kept for @${organisation}, and ${actor.user} is no member of it.`,
      {
        hint: `Choose another name than ${name}, or ask the registry's operator to add ${actor.user} to ${organisation}.`,
        details: { prefix, organisation },
      },
    )
  return organisation
}
