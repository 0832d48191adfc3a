import { ChangeReceipt, NewToken, TokenList } from '@cli-apps/core'
import * as z from 'zod'
import { operatorActor } from '../../auth/authorize.ts'
import { UserName } from '../../auth/names.ts'
import { listTokens as list, revokeToken as revoke } from '../../auth/own-tokens.ts'
import { Scope } from '../../auth/scope.ts'
import { createToken as create } from '../../auth/tokens.ts'
import { verb } from '../verb.ts'

export const createToken = verb(
  z.strictObject({
    user: UserName,
    scopes: z.array(Scope).min(1).max(100),
    label: z.string().optional(),
    expiresDays: z.number().positive().max(36_500).optional(),
  }),
  NewToken,
  ({ database, now }, order) => create(database.queries, now(), order),
)

export const listTokens = verb(
  z.strictObject({ user: UserName.optional() }),
  z.object({ tokens: z.array(TokenList.shape.tokens.element.extend({ user: z.string() })) }),
  async ({ database, now }, { user }) => ({ tokens: await list(database.queries, now(), user) }),
)

export const revokeToken = verb(
  z.strictObject({ id: z.string() }),
  ChangeReceipt,
  ({ database, now }, { id }) => revoke(database.queries, now(), { actor: operatorActor, id }),
)
