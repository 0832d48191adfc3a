import type { HeldVersion, HeldVersions } from '@cli-apps/core'
import { type Actor, isAdmin } from '../../auth/authorize.ts'
import type { Queries } from '../../db/database.ts'
import { type HeldRow, listHeld } from '../../db/queries/held-rows.ts'
import { appsOwnedBy } from '../../db/queries/owner-rows.ts'

const maxShown = 500
const maxApps = 1_000

/**
 * Returns held and rejected versions: those that the user published or whose app the user owns; all for
 * operators.
 */
export async function getHeldVersions(
  db: Queries,
  actor: Actor,
  { app }: { app?: string | undefined } = {},
): Promise<HeldVersions> {
  const of = isAdmin(actor)
    ? undefined
    : { user: actor.user, apps: await appsOwnedBy(db, actor.user, maxApps) }
  return { items: (await listHeld(db, { app, of, limit: maxShown })).map(heldVersion) }
}

const heldVersion = (row: HeldRow): HeldVersion =>
  ({
    name: row.app,
    version: row.version,
    digest: row.digest,
    status: row.rejectedAt === null ? 'held' : 'rejected',
    reasons: row.reasons,
    held_at: row.heldAt.toISOString(),
    held_by: row.heldBy,
    decision: row.rejection,
  }) as HeldVersion
