import { AppName, PlaybookDocument, PlaybookPage, registryPaths } from '@cli-apps/core'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { etag } from 'hono/etag'
import * as z from 'zod'
import type { Deps } from '../deps.ts'
import { jsonLine } from '../documents/json-line.ts'
import { documentAnswer, lifetimes } from '../http/document-answer.ts'
import type { Env } from '../http/env.ts'
import { operation } from '../http/operation.ts'
import { Limit, queryText } from '../http/query-parameters.ts'
import { getPlaybook } from '../playbooks/get-playbook.ts'
import { getPlaybookPage } from '../playbooks/get-playbook-page.ts'

const list = operation({
  id: 'listPlaybooks',
  summary: 'List tasks for several apps, page by page',
  tag: 'questions',
  query: z.strictObject({
    app: AppName.optional().describe('Only those that use this app'),
    limit: Limit.default(20),
    cursor: queryText(1000).optional(),
  }),
  etag: true,
  answers: { 200: { description: 'A page of playbooks, by name', schema: PlaybookPage } },
})

const playbook = operation({
  id: 'getPlaybook',
  summary: 'A task for several apps, with its calls in order, digest and signatures',
  tag: 'documents',
  path: '/v1/playbooks/{name}.json',
  etag: true,
  answers: { 200: { description: 'The playbook', schema: PlaybookDocument } },
})

/** Tasks for several apps. */
export function playbookRoutes({ reads, signer }: Pick<Deps, 'reads' | 'signer'>): Hono<Env> {
  const app = new Hono<Env>()
  app.on('GET', ['/playbooks'], compress({ encoding: 'gzip' }), etag())
  app.get('/playbooks', list, async (c) =>
    c.json(await getPlaybookPage(reads(), list.query(c)), 200, { 'Cache-Control': 'no-cache' }),
  )
  app.get('/playbooks/:file{[^/]+\\.json}', playbook, async (c) => {
    const name = c.req.param('file').slice(0, -'.json'.length)
    const document = await getPlaybook(reads(), name, signer)
    return documentAnswer(
      c,
      { app: null, path: registryPaths.playbook(name) },
      { text: jsonLine(document), type: 'application/json', cacheControl: lifetimes.changing },
    )
  })
  return app
}
