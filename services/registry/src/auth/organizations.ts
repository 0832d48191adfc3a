import { type ChangeReceipt, ConflictError, NotFoundError } from '@cli-apps/core'
import type { Queries } from '../db/database.ts'
import {
  claimPrefix,
  deleteMember,
  deletePrefix,
  hasOrganization,
  insertMember,
  insertOrganization,
} from '../db/queries/organization-rows.ts'
import { findUser } from '../db/queries/user-rows.ts'
import { operatorChange } from './operator-change.ts'
import { unknownUser } from './users.ts'

// Audit entries and error codes keep their British spelling: programs match them.
export const createOrganization = (db: Queries, now: Date, organization: string): Promise<ChangeReceipt> =>
  operatorChange(db, now, { action: 'organisation.create', details: { organisation: organization } }, (tx) =>
    insertOrganization(tx, organization, now),
  )

export interface Membership {
  organization: string
  user: string
}

export const addMember = (
  db: Queries,
  now: Date,
  { organization, user }: Membership,
): Promise<ChangeReceipt> =>
  operatorChange(
    db,
    now,
    { action: 'organisation.add-member', details: { organisation: organization, user } },
    async (tx) => {
      await requireOrganization(tx, organization)
      if ((await findUser(tx, user)) === undefined) throw unknownUser(user)
      return insertMember(tx, organization, user, now)
    },
  )

export const removeMember = (
  db: Queries,
  now: Date,
  { organization, user }: Membership,
): Promise<ChangeReceipt> =>
  operatorChange(
    db,
    now,
    { action: 'organisation.remove-member', details: { organisation: organization, user } },
    async (tx) => {
      await requireOrganization(tx, organization)
      return deleteMember(tx, organization, user)
    },
  )

export interface Prefix {
  organization: string
  prefix: string
}

/**
 * Reserves a prefix of names for an organization; published apps keep their names. Throws `ConflictError`
 * `organisation.prefix-taken`.
 */
export const addPrefix = (db: Queries, now: Date, { organization, prefix }: Prefix): Promise<ChangeReceipt> =>
  operatorChange(
    db,
    now,
    { action: 'organisation.add-prefix', details: { organisation: organization, prefix } },
    async (tx) => {
      await requireOrganization(tx, organization)
      const { holder, isNew } = await claimPrefix(tx, organization, prefix)
      if (holder === organization) return isNew
      throw new ConflictError('organisation.prefix-taken', `The prefix ${prefix} belongs to @${holder}.`, {
        hint: `Remove it there first: cli-apps-registry org remove-prefix ${holder} ${prefix}.`,
      })
    },
  )

export const removePrefix = (
  db: Queries,
  now: Date,
  { organization, prefix }: Prefix,
): Promise<ChangeReceipt> =>
  operatorChange(
    db,
    now,
    { action: 'organisation.remove-prefix', details: { organisation: organization, prefix } },
    async (tx) => {
      await requireOrganization(tx, organization)
      return deletePrefix(tx, organization, prefix)
    },
  )

async function requireOrganization(tx: Queries, name: string): Promise<void> {
  if (await hasOrganization(tx, name)) return
  throw new NotFoundError('organisation.unknown', `The organization @${name} was not found.`, {
    hint: `Run: cli-apps-registry org create ${name}`,
  })
}
