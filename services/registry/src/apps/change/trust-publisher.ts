import {
  type ChangeReceipt,
  ForbiddenError,
  isAppName,
  type TrustedPublisher,
  type TrustedPublisherList,
} from '@cli-apps/core'
import { type Actor, requireOwner } from '../../auth/authorize.ts'
import {
  addTrust,
  listTrustedPublishers,
  removeTrust,
  requireTrustworthy,
} from '../../auth/trusted-publishers.ts'
import type { Queries } from '../../db/database.ts'
import { hasApp } from '../../db/queries/apps/app-rows.ts'
import { isOwner } from '../../db/queries/owner-rows.ts'
import { noSuchApp } from '../missing-app.ts'
import { type AppChange, changeApp } from './change-app.ts'

/**
 * Lets the identities that an issuer vouches for publish an app in the name of the owner who adds the trust.
 */
export function trustPublisher(
  db: Queries,
  change: AppChange & { publisher: TrustedPublisher; issuers: readonly string[] },
): Promise<ChangeReceipt> {
  const { actor, now, publisher, issuers } = change
  requireTrustworthy(publisher, issuers)
  return changeApp(db, change, 'owners', async (tx, { name }) => {
    if (!(await isOwner(tx, name, actor.user)))
      throw new ForbiddenError(
        'trust.not-owner',
        `${actor.user} does not own ${name} and cannot publish it.`,
        {
          hint: `cli-apps-registry trust add --app ${name} --user OWNER names an owner.`,
        },
      )
    return addTrust(tx, now, { app: name, user: actor.user, createdBy: actor.user, publisher })
  })
}

export const distrustPublisher = (db: Queries, change: AppChange & { id: string }): Promise<ChangeReceipt> =>
  changeApp(db, change, 'owners', (tx, { name }) => removeTrust(tx, change.id, name))

/** Returns the trusted publishers of an app. Only its owners may read them. */
export async function getTrustedPublishers(
  db: Queries,
  { name, actor }: { name: string; actor: Actor },
): Promise<TrustedPublisherList> {
  if (!isAppName(name) || !(await hasApp(db, name))) throw noSuchApp(name)
  await requireOwner(db, actor, name)
  return { publishers: (await listTrustedPublishers(db, name)).map(({ app: _, ...publisher }) => publisher) }
}
