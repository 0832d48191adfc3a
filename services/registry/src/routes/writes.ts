import {
  AppManifest,
  AppName,
  CommandNode,
  EntryVersion,
  HeldReceipt,
  HeldVersions,
  PublishReceipt,
  registryPaths,
} from '@cli-apps/core'
import { Hono } from 'hono'
import * as z from 'zod'
import { getHeldVersions } from '../apps/publish/held-versions.ts'
import { publishVersion } from '../apps/publish/publish-version.ts'
import type { Deps } from '../deps.ts'
import { noStore } from '../http/app-change.ts'
import { authenticate } from '../http/authenticate.ts'
import type { Env } from '../http/env.ts'
import { operation } from '../http/operation.ts'
import { readBodyText } from '../http/read-body.ts'

const publish = operation({
  id: 'publishVersion',
  summary: 'Publish one version of an app',
  tag: 'publishing',
  token: true,
  params: { name: AppName, version: EntryVersion },
  body: z.union([
    AppManifest,
    z.strictObject({ manifest: AppManifest, commands: z.record(z.string(), CommandNode) }),
  ]),
  answers: {
    200: { description: 'The same content is already published', schema: PublishReceipt },
    201: { description: 'Published', schema: PublishReceipt },
    202: { description: 'Held: it is served to nobody until the operator approves it', schema: HeldReceipt },
  },
})

const held = operation({
  id: 'getHeldVersions',
  summary: 'Your held and rejected versions; for operators those of everybody',
  tag: 'publishing',
  token: true,
  query: z.strictObject({ app: AppName.optional() }),
  answers: { 200: { description: 'Versions with the reasons, held ones first', schema: HeldVersions } },
})

/** Publishes versions. */
export function writeRoutes(deps: Deps): Hono<Env> {
  const { db, now, changed, policy, publicUrl, signer } = deps
  const app = new Hono<Env>()
  app.put('/apps/:name/:version', publish, authenticate(deps), async (c) => {
    const outcome = await publishVersion(db, {
      text: await readBodyText(c),
      actor: c.get('actor'),
      now: now(),
      policy,
      expected: c.req.param(),
      signer,
      findMissingSources: deps.findMissingSources,
    })
    const { name, version, digest, status, reasons = [] } = outcome
    if (status === 'held') return c.json({ name, version, digest, status, reasons }, 202, noStore)
    changed(name)
    const base = `${publicUrl ?? new URL(c.req.url).origin}/`
    const url = new URL(registryPaths.version(name, version), base.replace(/\/+$/, '/')).href
    const receipt: PublishReceipt = { name, version, digest, url }
    return c.json(receipt, status === 'published' ? 201 : 200, noStore)
  })
  app.get('/held', held, authenticate(deps), async (c) =>
    c.json(await getHeldVersions(db, c.get('actor'), held.query(c)), 200, noStore),
  )
  return app
}
