import {
  type ChangeReceipt,
  ConflictError,
  isAppName,
  NotFoundError,
  type OwnersAnswer,
} from '@cli-apps/core'
import { type Owner, parseOwner } from '../../auth/names.ts'
import type { Queries } from '../../db/database.ts'
import { hasApp } from '../../db/queries/apps/app-rows.ts'
import { hasOrganization } from '../../db/queries/organization-rows.ts'
import {
  addOrganizationOwner,
  addUserOwner,
  ownersOf,
  removeOrganizationOwner,
  removeUserOwner,
} from '../../db/queries/owner-rows.ts'
import { findUser } from '../../db/queries/user-rows.ts'
import { noSuchApp } from '../missing-app.ts'
import { type AppChange, changeApp } from './change-app.ts'

/** Returns users by name and organizations as `@name`. Throws `NotFoundError` `app.unknown`. */
export async function getOwners(db: Queries, name: string): Promise<OwnersAnswer> {
  if (!isAppName(name) || !(await hasApp(db, name))) throw noSuchApp(name)
  return { owners: await ownersOf(db, name) }
}

/** Adds an existing user or organization. Throws `NotFoundError` `owner.unknown`. */
export const addOwner = (db: Queries, change: AppChange & { owner: string }): Promise<ChangeReceipt> =>
  changeApp(db, change, 'owners', async (tx, { name }) => {
    const owner = await existingOwner(tx, change.owner)
    const add = owner.kind === 'user' ? addUserOwner : addOrganizationOwner
    if (!(await add(tx, name, owner.name, change.now))) return undefined
    return { action: 'owner.add', details: { owner: change.owner } }
  })

/** Removes an owner unless it is the last one. Throws `ConflictError` `owner.last`. */
export const removeOwner = (db: Queries, change: AppChange & { owner: string }): Promise<ChangeReceipt> =>
  changeApp(db, change, 'owners', async (tx, { name }) => {
    const owner = parseOwner(change.owner)
    const owners = await ownersOf(tx, name)
    if (owner === undefined || !owners.includes(change.owner)) return undefined
    if (owners.length === 1)
      throw new ConflictError('owner.last', `${change.owner} is the last owner of ${name}.`, {
        hint: `Add another one first, or take the app out of the registry: cli-apps unpublish ${name}.`,
      })
    const remove = owner.kind === 'user' ? removeUserOwner : removeOrganizationOwner
    await remove(tx, name, owner.name)
    return { action: 'owner.remove', details: { owner: change.owner } }
  })

async function existingOwner(tx: Queries, text: string): Promise<Owner> {
  const owner = parseOwner(text)
  if (owner?.kind === 'user' && (await findUser(tx, owner.name)) !== undefined) return owner
  if (owner?.kind === 'organization' && (await hasOrganization(tx, owner.name))) return owner
  throw new NotFoundError(
    'owner.unknown',
    `No user or organization is named ${JSON.stringify(text.slice(0, 100))}.`,
    {
      hint: "Write users as ann, organizations as @acme. The registry's operator creates both.",
    },
  )
}
