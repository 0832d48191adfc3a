import { ChangeReceipt } from '@cli-apps/core'
import * as z from 'zod'
import { UserName } from '../../auth/names.ts'
import { listLinkedIdentities, unlinkAsOperator } from '../../auth/sign-in/operator-identities.ts'
import { verb } from '../verb.ts'

const Identity = z.strictObject({ issuer: z.string(), subject: z.string() })
const LinkedIdentity = z.object({
  user: z.string(),
  issuer: z.string(),
  subject: z.string(),
  label: z.string(),
  linked_at: z.string(),
})

export const identityVerbs = {
  listIdentities: verb(
    z.strictObject({ user: UserName.optional() }),
    z.object({ identities: z.array(LinkedIdentity) }),
    async ({ database }, { user }) => ({ identities: await listLinkedIdentities(database.queries, user) }),
  ),
  unlinkIdentity: verb(Identity, ChangeReceipt, ({ database, now }, identity) =>
    unlinkAsOperator(database.queries, now(), identity),
  ),
}
