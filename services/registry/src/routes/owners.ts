import { AppName, OwnersAnswer, TrustedPublisher, TrustedPublisherList } from '@cli-apps/core'
import { Hono } from 'hono'
import { addOwner, getOwners, removeOwner } from '../apps/change/change-owners.ts'
import { distrustPublisher, getTrustedPublishers, trustPublisher } from '../apps/change/trust-publisher.ts'
import type { Deps } from '../deps.ts'
import { appChange, noStore, receipt, receiptAnswer } from '../http/app-change.ts'
import { authenticate } from '../http/authenticate.ts'
import type { Env } from '../http/env.ts'
import { operation } from '../http/operation.ts'

const owners = operation({
  id: 'getOwners',
  summary: 'Owners of an app',
  tag: 'owners',
  params: { name: AppName },
  answers: { 200: { description: 'Users by name, organizations as @name', schema: OwnersAnswer } },
})

const add = operation({
  id: 'addOwner',
  summary: 'Add an owner: a user or an organization',
  tag: 'owners',
  params: { name: AppName },
  token: true,
  answers: receiptAnswer,
})

const remove = operation({
  id: 'removeOwner',
  summary: 'Remove an owner, except the last one',
  tag: 'owners',
  params: { name: AppName },
  token: true,
  answers: receiptAnswer,
})

const trusted = operation({
  id: 'getTrustedPublishers',
  summary: 'Trusted publishers of an app; for its owners',
  tag: 'owners',
  params: { name: AppName },
  token: true,
  answers: { 200: { description: 'Trusted publishers', schema: TrustedPublisherList } },
})

const trust = operation({
  id: 'trustPublisher',
  summary: 'Let an OIDC identity publish an app as its owner',
  tag: 'owners',
  params: { name: AppName },
  token: true,
  body: TrustedPublisher,
  answers: receiptAnswer,
})

const distrust = operation({
  id: 'distrustPublisher',
  summary: 'Remove a trusted publisher',
  tag: 'owners',
  params: { name: AppName },
  token: true,
  answers: receiptAnswer,
})

/** Owners and trusted publishers of an app. */
export function ownerRoutes(deps: Deps): Hono<Env> {
  const { db, reads } = deps
  const { issuers } = deps.identities
  const token = authenticate(deps)
  const app = new Hono<Env>()
  app.get('/apps/:name/owners', owners, async (c) =>
    c.json(await getOwners(reads(), c.req.param('name')), 200, { 'Cache-Control': 'no-cache' }),
  )
  app.put('/apps/:name/owners/:owner', add, token, async (c) =>
    receipt(deps, c, await addOwner(db, { ...appChange(deps, c), owner: c.req.param('owner') })),
  )
  app.delete('/apps/:name/owners/:owner', remove, token, async (c) =>
    receipt(deps, c, await removeOwner(db, { ...appChange(deps, c), owner: c.req.param('owner') })),
  )
  app.get('/apps/:name/trusted-publishers', trusted, token, async (c) =>
    c.json(await getTrustedPublishers(db, appChange(deps, c)), 200, noStore),
  )
  app.post('/apps/:name/trusted-publishers', trust, token, async (c) => {
    const publisher = await trust.body(c)
    return receipt(deps, c, await trustPublisher(db, { ...appChange(deps, c), publisher, issuers }))
  })
  app.delete('/apps/:name/trusted-publishers/:id', distrust, token, async (c) =>
    receipt(deps, c, await distrustPublisher(db, { ...appChange(deps, c), id: c.req.param('id') })),
  )
  return app
}
