import { NotFoundError } from '@cli-apps/core'
import { Hono } from 'hono'
import * as z from 'zod'
import { getPublisher } from '../../apps/read/get-publisher.ts'
import { getStatistics } from '../../apps/read/get-statistics.ts'
import { documentAnswer, lifetimes } from '../../http/document-answer.ts'
import type { Env } from '../../http/env.ts'
import { operation } from '../../http/operation.ts'
import { pageAnswer } from '../../http/pages/page-answer.ts'
import { pageOf } from '../../http/pages/page-of.ts'
import { assets } from '../../web/assets.ts'
import { HowPage } from '../../web/site/how-page.tsx'
import { PublisherPage } from '../../web/site/publisher-page.tsx'
import { PublishingPage } from '../../web/site/publishing-page.tsx'
import { StatisticsPage } from '../../web/site/statistics-page.tsx'
import { keepFor } from '../../work/keep-for.ts'
import type { PageDeps } from './page-deps.ts'
import { pageOperation } from './page-operation.ts'

const how = pageOperation('getHowPage', 'How it works')
const publishing = pageOperation('getPublishingPage', 'How to publish an app')
const statisticsPage = pageOperation('getStatisticsPage', 'Statistics of the catalog')
const publisher = pageOperation('getPublisherPage', 'The apps of a user, or of an organization as @name', {
  params: { owner: z.string().max(101) },
  query: { after: z.string().max(100).optional().describe('The last name of the page before') },
})

const file = operation({
  id: 'getPageFile',
  summary: 'A file that pages load, by the digest of its content',
  tag: 'pages',
  etag: true,
  answers: {
    200: {
      description: 'Styles, the script or the icon',
      type: 'text/css',
      others: [{ type: 'text/javascript' }, { type: 'image/svg+xml' }],
    },
  },
})

const pageSize = 50
/** The statistics read every app, so that they are not counted more often. */
const statisticsMs = 60_000

/** The pages beside those of apps, and the files that pages load. */
export function sitePageRoutes(deps: PageDeps): Hono<Env> {
  const { reads, now } = deps
  const statistics = keepFor(statisticsMs, now, () => getStatistics(reads()))
  return new Hono<Env>()
    .get('/how-it-works', how, (c) =>
      pageAnswer(c, { app: null, path: 'how-it-works' }, <HowPage page={pageOf(c, deps)} />),
    )
    .get('/publishing', publishing, (c) =>
      pageAnswer(c, { app: null, path: 'publishing' }, <PublishingPage page={pageOf(c, deps)} />),
    )
    .get('/statistics', statisticsPage, async (c) =>
      pageAnswer(
        c,
        { app: null, path: 'statistics' },
        <StatisticsPage page={pageOf(c, deps)} statistics={await statistics()} />,
      ),
    )
    .get('/publishers/:owner', publisher, async (c) => {
      const name = c.req.param('owner')
      const found = await getPublisher(reads(), { name, after: c.req.query('after'), limit: pageSize })
      const identity = { app: null, path: `publishers/${encodeURIComponent(name)}` }
      return pageAnswer(c, identity, <PublisherPage page={pageOf(c, deps)} publisher={found} />)
    })
    .get('/assets/:file', file, (c) => {
      const path = `assets/${c.req.param('file')}`
      const asset = Object.values(assets).find((one) => one.path === path)
      if (asset === undefined)
        throw new NotFoundError('page.unknown', `The file ${path.slice(0, 200)} was not found.`, {
          hint: 'Load the page again: a new release has other files.',
        })
      const { text, type } = asset
      return documentAnswer(c, { app: null, path }, { text, type, cacheControl: lifetimes.immutable })
    })
}
