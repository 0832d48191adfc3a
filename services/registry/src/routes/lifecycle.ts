import {
  AppName,
  DeprecateRequest,
  DistTag,
  EntryVersion,
  RemoveRequest,
  TagRequest,
  YankRequest,
} from '@cli-apps/core'
import { Hono } from 'hono'
import type * as z from 'zod'
import { deprecateVersion } from '../apps/change/deprecate-version.ts'
import { removeApp, restoreApp } from '../apps/change/remove-app.ts'
import { tagVersion, untagVersion } from '../apps/change/tag-version.ts'
import { unyankVersion, yankVersion } from '../apps/change/yank-version.ts'
import type { Deps } from '../deps.ts'
import { appChange, receipt, receiptAnswer } from '../http/app-change.ts'
import { authenticate } from '../http/authenticate.ts'
import type { Env } from '../http/env.ts'
import { operation } from '../http/operation.ts'

const ofApp = { name: AppName }
const ofVersion = { name: AppName, version: EntryVersion }
const ofTag = { name: AppName, tag: DistTag }

const write = <Body extends z.ZodType>(
  id: string,
  summary: string,
  params: Readonly<Record<string, z.ZodType>>,
  body?: Body,
) => operation({ id, summary, tag: 'lifecycle', token: true, params, body, answers: receiptAnswer })

const yank = write(
  'yankVersion',
  'Yank a version: ranges and tags no longer select it',
  ofVersion,
  YankRequest,
)
const unyank = write('unyankVersion', 'Remove a yank', ofVersion)
const deprecate = write(
  'deprecateVersion',
  'Set or remove the deprecation message of a version',
  ofVersion,
  DeprecateRequest,
)
const tag = write('tagVersion', 'Set a tag to a version', ofTag, TagRequest)
const untag = write('untagVersion', 'Delete a tag', ofTag)
const remove = write('removeApp', 'Remove an app', ofApp, RemoveRequest)
const restore = write('restoreApp', 'Restore a removed app', ofApp)

/** Changes to an app after publishing: yank, tag, remove. */
export function lifecycleRoutes(deps: Deps): Hono<Env> {
  const { db } = deps
  const token = authenticate(deps)
  const app = new Hono<Env>()
  app.post('/apps/:name/:version/yank', yank, token, async (c) => {
    const change = { ...appChange(deps, c), version: c.req.param('version'), ...(await yank.body(c)) }
    return receipt(deps, c, await yankVersion(db, change))
  })
  app.post('/apps/:name/:version/unyank', unyank, token, async (c) => {
    const change = { ...appChange(deps, c), version: c.req.param('version') }
    return receipt(deps, c, await unyankVersion(db, change))
  })
  app.post('/apps/:name/:version/deprecate', deprecate, token, async (c) => {
    const change = { ...appChange(deps, c), version: c.req.param('version'), ...(await deprecate.body(c)) }
    return receipt(deps, c, await deprecateVersion(db, change))
  })
  app.put('/apps/:name/tags/:tag', tag, token, async (c) => {
    const change = { ...appChange(deps, c), tag: c.req.param('tag'), ...(await tag.body(c)) }
    return receipt(deps, c, await tagVersion(db, change))
  })
  app.delete('/apps/:name/tags/:tag', untag, token, async (c) =>
    receipt(deps, c, await untagVersion(db, { ...appChange(deps, c), tag: c.req.param('tag') })),
  )
  app.post('/apps/:name/remove', remove, token, async (c) =>
    receipt(deps, c, await removeApp(db, { ...appChange(deps, c), ...(await remove.body(c)) })),
  )
  app.post('/apps/:name/restore', restore, token, async (c) =>
    receipt(deps, c, await restoreApp(db, appChange(deps, c))),
  )
  return app
}
