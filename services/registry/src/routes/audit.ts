import { AppName, AuditPage, HistoryPage } from '@cli-apps/core'
import { Hono } from 'hono'
import * as z from 'zod'
import { getAppAudit, getAudit, getHistory } from '../apps/read/get-history.ts'
import type { Deps } from '../deps.ts'
import { appChange, noStore } from '../http/app-change.ts'
import { authenticate } from '../http/authenticate.ts'
import type { Env } from '../http/env.ts'
import { operation } from '../http/operation.ts'
import { Limit, queryText } from '../http/query-parameters.ts'

const Page = z.strictObject({ limit: Limit.default(20), cursor: queryText(1000).optional() })

const history = operation({
  id: 'getHistory',
  params: { name: AppName },
  summary: 'Every change of an app, newest first',
  tag: 'audit',
  query: Page,
  answers: { 200: { description: 'A page of changes', schema: HistoryPage } },
})

const appAudit = operation({
  id: 'getAppAudit',
  params: { name: AppName },
  summary: 'Audit log of an app, with the tokens used; for its owners',
  tag: 'audit',
  token: true,
  query: Page,
  answers: { 200: { description: 'A page of the audit log', schema: AuditPage } },
})

const audit = operation({
  id: 'getAudit',
  summary: 'Audit log of the registry; for its operators',
  tag: 'audit',
  token: true,
  query: Page.extend({
    app: queryText(100).optional(),
    actor: queryText(100).optional(),
    action: queryText(60).optional(),
  }),
  answers: { 200: { description: 'A page of the audit log', schema: AuditPage } },
})

/** The audit log: who did what. */
export function auditRoutes(deps: Deps): Hono<Env> {
  const { db, reads } = deps
  const token = authenticate(deps)
  const app = new Hono<Env>()
  app.get('/apps/:name/history', history, async (c) =>
    c.json(await getHistory(reads(), c.req.param('name'), history.query(c)), 200, {
      'Cache-Control': 'no-cache',
    }),
  )
  app.get('/apps/:name/audit', appAudit, token, async (c) =>
    c.json(await getAppAudit(db, appChange(deps, c), appAudit.query(c)), 200, noStore),
  )
  app.get('/audit', audit, token, async (c) =>
    c.json(await getAudit(db, c.get('actor'), audit.query(c)), 200, noStore),
  )
  return app
}
