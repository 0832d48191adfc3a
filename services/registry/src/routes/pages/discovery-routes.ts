import { NotFoundError } from '@cli-apps/core'
import { Hono } from 'hono'
import { newestListed } from '../../apps/read/home-apps.ts'
import { countSitemapParts, sitemapPages } from '../../apps/read/sitemap-pages.ts'
import {
  commonPages,
  feedSize,
  feedText,
  openSearchText,
  robotsText,
  sitemapIndexText,
  sitemapText,
} from '../../documents/discovery-documents.ts'
import { documentAnswer, lifetimes } from '../../http/document-answer.ts'
import type { Env, RequestContext } from '../../http/env.ts'
import { operation } from '../../http/operation.ts'
import { publicOrigin } from '../../http/pages/public-origin.ts'
import { assets } from '../../web/assets.ts'
import { pageTexts } from '../../web/texts/page-texts.ts'
import type { PageDeps } from './page-deps.ts'

const discovery = (id: string, summary: string, type: string, path?: string) =>
  operation({
    id,
    summary,
    tag: 'pages',
    etag: true,
    ...(path !== undefined && { path }),
    answers: { 200: { description: summary, type } },
  })

const robots = discovery('getRobots', 'What crawlers may read', 'text/plain; charset=utf-8')
const sitemap = discovery('getSitemap', 'The pages for crawlers, or the parts of the list', 'application/xml')
const part = discovery(
  'getSitemapPart',
  'One part of a long list of pages',
  'application/xml',
  '/sitemap/{part}.xml',
)
const search = discovery(
  'getOpenSearch',
  'How a browser searches here from its address bar',
  'application/opensearchdescription+xml',
)
const feed = discovery('getFeed', 'The newest versions, as an Atom feed', 'application/atom+xml')
const favicon = operation({
  id: 'getFavicon',
  summary: 'Where the icon is',
  tag: 'pages',
  answers: { 302: { description: 'The icon', headers: { Location: 'Relative to the request' } } },
})

const ownPages = [...commonPages, 'publishing']

/** What crawlers, feed readers and browsers look for at fixed addresses. */
export function discoveryRoutes(deps: PageDeps): Hono<Env> {
  const { reads } = deps
  const partText = async (address: string, at: number): Promise<string> => {
    const pages = await sitemapPages(reads(), at)
    return sitemapText(address, at > 1 ? pages : [...ownPages.map((path) => ({ path })), ...pages])
  }
  const parts = () => countSitemapParts(reads())
  return new Hono<Env>()
    .get('/robots.txt', robots, (c) =>
      answer(c, 'text/plain; charset=utf-8', robotsText(publicOrigin(c, deps))),
    )
    .get('/sitemap.xml', sitemap, async (c) => {
      const address = publicOrigin(c, deps)
      const count = await parts()
      const text = count === 1 ? await partText(address, 1) : sitemapIndexText(address, count)
      return answer(c, 'application/xml', text)
    })
    .get('/sitemap/:part{[a-z0-9]+\\.xml}', part, async (c) => {
      const at = Number.parseInt(c.req.param('part'), 10)
      if (!(at >= 1 && at <= (await parts())))
        throw new NotFoundError('page.unknown', 'The sitemap has no such part.', {
          hint: '/sitemap.xml lists the parts.',
        })
      return answer(c, 'application/xml', await partText(publicOrigin(c, deps), at))
    })
    .get('/opensearch.xml', search, (c) => {
      const { name, description } = pageTexts.en.site
      const text = openSearchText(publicOrigin(c, deps), { name, description, icon: assets.icon.path })
      return answer(c, 'application/opensearchdescription+xml', text)
    })
    .get('/feed.xml', feed, async (c) => {
      const versions = await newestListed(reads(), feedSize)
      return answer(
        c,
        'application/atom+xml',
        feedText(publicOrigin(c, deps), { title: pageTexts.en.site.name }, versions),
      )
    })
    .get('/favicon.ico', favicon, (c) => {
      c.header('Cache-Control', lifetimes.changing)
      return c.redirect(`./${assets.icon.path}`, 302)
    })
}

const answer = (c: RequestContext, type: string, text: string): Response =>
  documentAnswer(
    c,
    { app: null, path: c.req.path.slice(1) },
    { text, type, cacheControl: lifetimes.changing },
  )
