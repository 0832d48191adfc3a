import { ChangeReceipt } from '@cli-apps/core'
import * as z from 'zod'
import { UserName } from '../../auth/names.ts'
import { createUser, listUsers, setUserDisabled } from '../../auth/users.ts'
import { verb } from '../verb.ts'

const Named = z.strictObject({ user: UserName })
const User = z.object({ name: z.string(), created_at: z.string(), disabled_at: z.string().nullable() })

export const userVerbs = {
  createUser: verb(Named, ChangeReceipt, ({ database, now }, { user }) =>
    createUser(database.queries, now(), user),
  ),
  listUsers: verb(z.strictObject({}), z.object({ users: z.array(User) }), async ({ database }) => ({
    users: await listUsers(database.queries),
  })),
  disableUser: verb(Named, ChangeReceipt, ({ database, now }, { user }) =>
    setUserDisabled(database.queries, now(), { user, disabled: true }),
  ),
  enableUser: verb(Named, ChangeReceipt, ({ database, now }, { user }) =>
    setUserDisabled(database.queries, now(), { user, disabled: false }),
  ),
}
