import { AppPage, CategoriesDocument, parseJson } from '@cli-apps/core'
import { Hono } from 'hono'
import { countApps } from '../../apps/read/count-apps.ts'
import { getAppPage } from '../../apps/read/get-app-page.ts'
import { listAppsWithMethods } from '../../apps/read/list-apps.ts'
import { searchApps } from '../../apps/search/search-apps.ts'
import { registryDocuments } from '../../documents/registry-documents.ts'
import { documentAnswer, lifetimes } from '../../http/document-answer.ts'
import type { Env } from '../../http/env.ts'
import { pageAnswer } from '../../http/pages/page-answer.ts'
import { pageOf } from '../../http/pages/page-of.ts'
import { pageVary, prefersHtml } from '../../http/pages/page-variant.ts'
import { visitorPlatform } from '../../http/pages/visitor-platform.ts'
import { BrowsePage } from '../../web/browse/browse-page.tsx'
import { HomePage } from '../../web/site/home-page.tsx'
import { browseFields, nextQuery, readBrowseQuery } from './browse-query.ts'
import type { PageDeps } from './page-deps.ts'
import { pageOperation } from './page-operation.ts'

const home = pageOperation('getStartPage', 'Start page')
const browse = pageOperation('getAppsPage', 'A list of apps, or what a search finds', {
  query: browseFields,
  json: AppPage,
})

const pageSize = 20
const newestApps = 8

/** The start page, and the list of apps with search and filters. */
export function catalogPageRoutes(deps: PageDeps): Hono<Env> {
  const { reads } = deps
  return new Hono<Env>()
    .get('/', home, async (c) => {
      const count = await countApps(reads())
      const { categories } = CategoriesDocument.parse(
        parseJson(await registryDocuments.categories(reads()), 'categories'),
      )
      const { items } = await getAppPage(reads(), { sort: 'updated', limit: newestApps })
      const page = pageOf(c, deps)
      return pageAnswer(
        c,
        { app: null, path: '' },
        <HomePage page={page} count={count} categories={categories} newest={items} />,
      )
    })
    .get('/apps', browse, async (c) => {
      const query = readBrowseQuery(c)
      const { q, here: isHere, ...filters } = query
      // Only where it is asked for: the list is cached for everybody.
      const isPersonal = isHere !== undefined && filters.platform === undefined
      const here = isHere && (filters.platform ?? visitorPlatform(c.req.header('user-agent') ?? ''))
      const question = {
        ...filters,
        ...(isHere && { rootless: true, platform: here }),
        limit: pageSize,
      }
      const found =
        q === undefined
          ? await listAppsWithMethods(reads(), question)
          : await searchApps(deps, { ...question, q })
      // Of the list alone, so that searches do not fill the cache.
      const identity = { app: null, path: 'apps' }
      if (!prefersHtml(c))
        return documentAnswer(c, identity, {
          text: `${JSON.stringify(found)}\n`,
          type: 'application/json',
          cacheControl: isPersonal ? lifetimes.personal : lifetimes.changing,
          vary: pageVary,
        })
      const next = nextQuery(query, found.next_cursor)
      return pageAnswer(
        c,
        identity,
        <BrowsePage
          page={pageOf(c, deps)}
          filters={{ ...filters, q, here: isHere === 'yes' }}
          apps={found.items}
          playbooks={found.playbooks ?? []}
          next={next}
          here={here}
        />,
        { isPersonal },
      )
    })
}
