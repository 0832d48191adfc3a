import { AppName, InstallCounts, InstallReport } from '@cli-apps/core'
import { Hono } from 'hono'
import { getAppDocument } from '../apps/read/get-app.ts'
import { getInstalls } from '../apps/read/get-installs.ts'
import type { Deps } from '../deps.ts'
import { noStore } from '../http/app-change.ts'
import type { Env } from '../http/env.ts'
import { operation } from '../http/operation.ts'

const report = operation({
  id: 'reportInstall',
  summary: 'Count an install',
  description:
    'Sent by users who turned it on. Only the number of installs by app and day is kept, and nothing of the request. An app that is not here is not counted.',
  tag: 'installs',
  body: InstallReport,
  answers: { 202: { description: 'It is counted within a minute' } },
})

const counts = operation({
  id: 'getInstalls',
  params: { name: AppName },
  summary: 'Reported installs of an app in the last 30 days',
  tag: 'installs',
  answers: { 200: { description: 'One number for each day of UTC', schema: InstallCounts } },
})

/** Installs that users chose to report. */
export function installRoutes({ reads, installs, now }: Deps): Hono<Env> {
  const app = new Hono<Env>()
  app.post('/installs', report, async (c) => {
    installs.count((await report.body(c)).app)
    return c.body(null, 202, noStore)
  })
  app.get('/apps/:name/installs', counts, async (c) => {
    const name = c.req.param('name')
    // For its errors of an unknown or withheld app.
    await getAppDocument(reads(), name)
    return c.json(await getInstalls(reads(), name, now()), 200, { 'Cache-Control': 'max-age=60' })
  })
  return app
}
