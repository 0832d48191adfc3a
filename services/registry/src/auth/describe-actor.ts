import { AppName, type Whoami } from '@cli-apps/core'
import type { Queries } from '../db/database.ts'
import { organizationsOf } from '../db/queries/organization-rows.ts'
import { appsOwnedBy } from '../db/queries/owner-rows.ts'
import { findTokenById } from '../db/queries/token-rows.ts'
import type { Actor } from './authorize.ts'

const mostApps = 1000

/** Describes the owner of a token, its scopes, and the apps they cover. */
export async function describeActor(db: Queries, { user, scopes, token }: Actor): Promise<Whoami> {
  const row = token === null ? undefined : await findTokenById(db, token)
  return {
    user,
    scopes: [...scopes],
    token: {
      id: token ?? '',
      label: row?.label ?? null,
      expires_at: row?.expiresAt?.toISOString() ?? null,
    },
    organisations: await organizationsOf(db, user),
    apps: (await appsOwnedBy(db, user, mostApps)).map((name) => AppName.parse(name)),
  }
}
