import {
  type ChangeReceipt,
  ExchangeRequest,
  NewToken,
  TokenList,
  TokenRequest,
  Whoami,
} from '@cli-apps/core'
import { Hono } from 'hono'
import { describeActor } from '../auth/describe-actor.ts'
import { exchangeIdentity } from '../auth/exchange-identity.ts'
import { createOwnToken, listTokens, revokeToken } from '../auth/own-tokens.ts'
import type { Deps } from '../deps.ts'
import { noStore, receiptAnswer } from '../http/app-change.ts'
import { authenticate } from '../http/authenticate.ts'
import type { Env } from '../http/env.ts'
import { idempotencyKey } from '../http/idempotency-key.ts'
import { operation } from '../http/operation.ts'

const whoami = operation({
  id: 'whoami',
  summary: 'User and scopes of this token',
  tag: 'identity',
  token: true,
  answers: { 200: { description: 'The user behind the token', schema: Whoami } },
})

const newToken = { 201: { description: 'The token; its secret is returned only once', schema: NewToken } }

const create = operation({
  id: 'createToken',
  summary: 'Create a token with at most the scopes of the token of this request',
  description:
    'Send the header `Idempotency-Key` (1 to 200 visible ASCII characters, such as a random UUID) to be able to send the same request again after its answer was lost: it makes no second token, and answers with the first one and a new secret in place of the lost one, as long as no secret of it was used.',
  tag: 'identity',
  token: true,
  body: TokenRequest,
  answers: newToken,
})

const list = operation({
  id: 'listTokens',
  summary: 'Your tokens, except those that ended over a month ago',
  tag: 'identity',
  token: true,
  answers: { 200: { description: 'Tokens without their secrets', schema: TokenList } },
})

const revoke = operation({
  id: 'revokeToken',
  summary: 'Revoke a token',
  tag: 'identity',
  token: true,
  answers: receiptAnswer,
})

const exchange = operation({
  id: 'exchangeIdentity',
  summary: 'Exchange an OIDC identity for a token that publishes one app for 15 minutes',
  description:
    'An identity token is accepted once. Send the header `Idempotency-Key` (a random UUID) to be able to send the same request again after its answer was lost: it answers with the first token and a new secret in place of the lost one, as long as no secret of it was used and it has not ended.',
  tag: 'identity',
  body: ExchangeRequest,
  answers: newToken,
})

/** The caller's identity and tokens. */
export function tokenRoutes(deps: Deps): Hono<Env> {
  const { db, now, identities: verifier } = deps
  const token = authenticate(deps)
  const app = new Hono<Env>()
  app.get('/whoami', whoami, token, async (c) =>
    c.json(await describeActor(db, c.get('actor')), 200, noStore),
  )
  app.post('/tokens', create, token, async (c) => {
    const request = await create.body(c)
    const order = { actor: c.get('actor'), request, key: idempotencyKey(c) }
    return c.json(await createOwnToken(db, now(), order), 201, noStore)
  })
  app.get('/tokens', list, token, async (c) => {
    const tokens = await listTokens(db, now(), c.get('actor').user)
    return c.json(TokenList.parse({ tokens }), 200, noStore)
  })
  app.delete('/tokens/:id', revoke, token, async (c) => {
    const outcome = await revokeToken(db, now(), { actor: c.get('actor'), id: c.req.param('id') })
    return c.json(outcome satisfies ChangeReceipt, 200, noStore)
  })
  app.post('/tokens/exchange', exchange, async (c) => {
    const request = await exchange.body(c)
    const order = { verifier, request, key: idempotencyKey(c) }
    return c.json(await exchangeIdentity(db, now(), order), 201, noStore)
  })
  return app
}
