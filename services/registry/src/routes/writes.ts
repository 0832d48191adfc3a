import { type PublishReceipt, registryPaths, type Whoami } from '@cli-apps/core'
import { Hono } from 'hono'
import { publishVersion } from '../apps/publish-version.ts'
import type { Deps, Env } from '../deps.ts'
import { authenticate } from '../http/authenticate.ts'
import { limitBody, readText } from '../http/read-body.ts'
import { refuseQuery } from '../http/read-query.ts'

/** What needs a token: publishing, and asking whose token it is. */
export function writeRoutes(deps: Deps): Hono<Env> {
  const { db, now, changed, publicUrl } = deps
  const app = new Hono<Env>()
  app.get('/whoami', refuseQuery, authenticate(deps), (c) => {
    const { user, scopes } = c.get('actor')
    return c.json({ user, scopes: [...scopes] } satisfies Whoami, 200, { 'Cache-Control': 'no-store' })
  })
  app.put('/apps/:name/:version', refuseQuery, authenticate(deps), limitBody, async (c) => {
    const outcome = await publishVersion(db, {
      text: await readText(c),
      actor: c.get('actor'),
      now: now(),
      expected: c.req.param(),
    })
    const { name, version, digest, isNew } = outcome
    changed(name)
    const base = `${publicUrl ?? new URL(c.req.url).origin}/`
    const url = new URL(registryPaths.version(name, version), base.replace(/\/+$/, '/')).href
    const receipt: PublishReceipt = { name, version, digest, url }
    return c.json(receipt, isNew ? 201 : 200, { 'Cache-Control': 'no-store' })
  })
  return app
}
