import { AppManifest, AppName, EntryVersion, PublishReceipt, registryPaths } from '@cli-apps/core'
import { Hono } from 'hono'
import { publishVersion } from '../apps/publish-version.ts'
import type { Deps } from '../deps.ts'
import { authenticate } from '../http/authenticate.ts'
import type { Env } from '../http/env.ts'
import { operation } from '../http/operation.ts'
import { readText } from '../http/read-body.ts'

const publish = operation({
  id: 'publishVersion',
  summary: 'Publish one version of an app',
  tag: 'publishing',
  token: true,
  params: { name: AppName, version: EntryVersion },
  body: AppManifest,
  answers: {
    200: { description: 'The same content was there already', schema: PublishReceipt },
    201: { description: 'Published', schema: PublishReceipt },
  },
})

/** Publishing. */
export function writeRoutes(deps: Deps): Hono<Env> {
  const { db, now, changed, policy, publicUrl, signer } = deps
  const app = new Hono<Env>()
  app.put('/apps/:name/:version', publish, authenticate(deps), async (c) => {
    const outcome = await publishVersion(db, {
      text: await readText(c),
      actor: c.get('actor'),
      now: now(),
      policy,
      expected: c.req.param(),
      signer,
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
