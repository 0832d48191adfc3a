import { ChangeReceipt } from '@cli-apps/core'
import * as z from 'zod'
import { UserName } from '../../auth/names.ts'
import { createUser as create, listUsers as list, setUserDisabled } from '../../auth/users.ts'
import { verb } from '../verb.ts'

export const createUser = verb(
  z.strictObject({ user: UserName }),
  ChangeReceipt,
  ({ database, now }, { user }) => create(database.queries, now(), user),
)

export const listUsers = verb(
  z.strictObject({}),
  z.object({
    users: z.array(
      z.object({ name: z.string(), created_at: z.string(), disabled_at: z.string().nullable() }),
    ),
  }),
  async ({ database }) => ({ users: await list(database.queries) }),
)

export const disableUser = verb(
  z.strictObject({ user: UserName }),
  ChangeReceipt,
  ({ database, now }, { user }) => setUserDisabled(database.queries, now(), { user, disabled: true }),
)

export const enableUser = verb(
  z.strictObject({ user: UserName }),
  ChangeReceipt,
  ({ database, now }, { user }) => setUserDisabled(database.queries, now(), { user, disabled: false }),
)
