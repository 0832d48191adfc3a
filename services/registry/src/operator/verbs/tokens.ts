import { ChangeReceipt, NewToken, TokenList } from '@cli-apps/core'
import * as z from 'zod'
import { operatorActor } from '../../auth/authorize.ts'
import { UserName } from '../../auth/names.ts'
import { listTokens, revokeToken } from '../../auth/own-tokens.ts'
import { Scope } from '../../auth/scope.ts'
import { createToken } from '../../auth/tokens.ts'
import { verb } from '../verb.ts'

const Order = z.strictObject({
  user: UserName,
  scopes: z.array(Scope).min(1).max(100),
  label: z.string().optional(),
  expiresDays: z.number().positive().max(36_500).optional(),
})
const ListedToken = TokenList.shape.tokens.element.extend({ user: z.string() })

export const tokenVerbs = {
  createToken: verb(Order, NewToken, ({ database, now }, order) =>
    createToken(database.queries, now(), order),
  ),
  listTokens: verb(
    z.strictObject({ user: UserName.optional() }),
    z.object({ tokens: z.array(ListedToken) }),
    async ({ database, now }, { user }) => ({ tokens: await listTokens(database.queries, now(), user) }),
  ),
  revokeToken: verb(z.strictObject({ id: z.string() }), ChangeReceipt, ({ database, now }, { id }) =>
    revokeToken(database.queries, now(), { actor: operatorActor, id }),
  ),
}
