import { type ChangeReceipt, ConflictError, NotFoundError } from '@cli-apps/core'
import type { Queries } from '../db/database.ts'
import {
  claimPrefix,
  deleteMember,
  deletePrefix,
  hasOrganisation,
  insertMember,
  insertOrganisation,
} from '../db/queries/organisation-rows.ts'
import { findUser } from '../db/queries/user-rows.ts'
import { operatorChange } from './operator-change.ts'
import { unknownUser } from './users.ts'

export const createOrganisation = (db: Queries, now: Date, organisation: string): Promise<ChangeReceipt> =>
  operatorChange(db, now, { action: 'organisation.create', details: { organisation } }, (tx) =>
    insertOrganisation(tx, organisation, now),
  )

export interface Membership {
  organisation: string
  user: string
}

export const addMember = (
  db: Queries,
  now: Date,
  { organisation, user }: Membership,
): Promise<ChangeReceipt> =>
  operatorChange(
    db,
    now,
    { action: 'organisation.add-member', details: { organisation, user } },
    async (tx) => {
      await requireOrganisation(tx, organisation)
      if ((await findUser(tx, user)) === undefined) throw unknownUser(user)
      return insertMember(tx, organisation, user, now)
    },
  )

export const removeMember = (
  db: Queries,
  now: Date,
  { organisation, user }: Membership,
): Promise<ChangeReceipt> =>
  operatorChange(
    db,
    now,
    { action: 'organisation.remove-member', details: { organisation, user } },
    async (tx) => {
      await requireOrganisation(tx, organisation)
      return deleteMember(tx, organisation, user)
    },
  )

export interface Prefix {
  organisation: string
  prefix: string
}

/**
 * Reserves a prefix of names for an organization; published apps keep their names. Throws `ConflictError`
 * `organisation.prefix-taken`.
 */
export const addPrefix = (db: Queries, now: Date, { organisation, prefix }: Prefix): Promise<ChangeReceipt> =>
  operatorChange(
    db,
    now,
    { action: 'organisation.add-prefix', details: { organisation, prefix } },
    async (tx) => {
      await requireOrganisation(tx, organisation)
      const { holder, isNew } = await claimPrefix(tx, organisation, prefix)
      if (holder === organisation) return isNew
      throw new ConflictError('organisation.prefix-taken', `The prefix ${prefix} belongs to @${holder}.`, {
        hint: `Remove it there first: cli-apps-registry org remove-prefix ${holder} ${prefix}.`,
      })
    },
  )

export const removePrefix = (
  db: Queries,
  now: Date,
  { organisation, prefix }: Prefix,
): Promise<ChangeReceipt> =>
  operatorChange(
    db,
    now,
    { action: 'organisation.remove-prefix', details: { organisation, prefix } },
    async (tx) => {
      await requireOrganisation(tx, organisation)
      return deletePrefix(tx, organisation, prefix)
    },
  )

async function requireOrganisation(tx: Queries, name: string): Promise<void> {
  if (await hasOrganisation(tx, name)) return
  throw new NotFoundError('organisation.unknown', `The organization @${name} was not found.`, {
    hint: `Run: cli-apps-registry org create ${name}`,
  })
}
