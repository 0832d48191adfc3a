import { AppPage, CategoriesDocument, parseJson } from '@cli-apps/core'
import { Hono } from 'hono'
import { countApps } from '../../apps/read/count-apps.ts'
import { getListPlace } from '../../apps/read/get-app-page.ts'
import { homeApps } from '../../apps/read/home-apps.ts'
import { listAppsWithMethods } from '../../apps/read/list-apps.ts'
import { methodsInUse } from '../../apps/read/methods-in-use.ts'
import { nearestApps } from '../../apps/search/nearest-apps.ts'
import { searchWithPlace } from '../../apps/search/search-apps.ts'
import { registryDocuments } from '../../documents/registry-documents.ts'
import { documentAnswer, lifetimes } from '../../http/document-answer.ts'
import type { Env } from '../../http/env.ts'
import { pageAnswer } from '../../http/pages/page-answer.ts'
import { pageOf } from '../../http/pages/page-of.ts'
import { pageVary, prefersHtml } from '../../http/pages/page-variant.ts'
import { visitorPlatform } from '../../http/pages/visitor-platform.ts'
import { BrowsePage } from '../../web/browse/browse-page.tsx'
import type { ListAdvice } from '../../web/browse/empty-list.tsx'
import { HomePage } from '../../web/site/home-page.tsx'
import { keepFor } from '../../work/keep-for.ts'
import { type BrowseQuery, browseFields, readBrowseQuery } from './browse-query.ts'
import type { PageDeps } from './page-deps.ts'
import { pageOperation } from './page-operation.ts'

const home = pageOperation('getStartPage', 'Start page')
const browse = pageOperation('getAppsPage', 'A list of apps, or what a search finds', {
  query: browseFields,
  json: AppPage,
})

const pageSize = 20
const appsAtHome = 8
/** How old the choice of methods, and that of categories on an empty list, may be: both look at every app. */
const choicesMs = 60_000

/** The start page, and the list of apps with search and filters. */
export function catalogPageRoutes(deps: PageDeps): Hono<Env> {
  const { reads, now } = deps
  const methods = keepFor(choicesMs, now, () => methodsInUse(reads()))
  const categoryNames = keepFor(choicesMs, now, async () =>
    (await categoriesOf(deps)).map(({ name }) => name),
  )
  return new Hono<Env>()
    .get('/', home, async (c) => {
      const count = await countApps(reads())
      const categories = await categoriesOf(deps)
      const shown = await homeApps(reads(), appsAtHome)
      const page = pageOf(c, deps)
      return pageAnswer(
        c,
        { app: null, path: '' },
        <HomePage page={page} count={count} categories={categories} shown={shown} />,
      )
    })
    .get('/apps', browse, async (c) => {
      const query = readBrowseQuery(c)
      const { q, here: isHere, ...filters } = query
      // Only where it is asked for: the list is cached for everybody.
      const isPersonal = isHere !== undefined && filters.platform === undefined
      const here = isHere && (filters.platform ?? visitorPlatform(c.req.header('user-agent') ?? ''))
      const asked = {
        ...filters,
        ...(isHere && { rootless: true, platform: here }),
        limit: pageSize,
      }
      const { found, place } =
        q === undefined ? await listed(deps, asked) : await searchWithPlace(deps, { ...asked, q })
      // Of the list alone, so that searches do not fill the cache.
      const identity = { app: null, path: 'apps' }
      if (!prefersHtml(c))
        return documentAnswer(c, identity, {
          text: `${JSON.stringify(found)}\n`,
          type: 'application/json',
          cacheControl: isPersonal ? lifetimes.personal : lifetimes.changing,
          vary: pageVary,
        })
      const { cursor: _, ...shown } = query
      return pageAnswer(
        c,
        identity,
        <BrowsePage
          page={pageOf(c, deps)}
          query={shown}
          apps={found.items}
          playbooks={found.playbooks ?? []}
          place={place}
          next={found.next_cursor === null ? undefined : { cursor: found.next_cursor }}
          previous={place.previous}
          methods={await methods()}
          here={here}
          advice={found.items.length > 0 ? undefined : await adviceFor(deps, q, categoryNames)}
        />,
        { isPersonal },
      )
    })
}

async function listed({ reads }: PageDeps, { sort = 'name', ...asked }: ListAsked) {
  const question = { ...asked, sort }
  const found = await listAppsWithMethods(reads(), question)
  return { found, place: await getListPlace(reads(), question) }
}

type ListAsked = Omit<Parameters<typeof getListPlace>[1], 'sort'> & Pick<BrowseQuery, 'sort'>

async function categoriesOf({ reads }: PageDeps): Promise<CategoriesDocument['categories']> {
  const text = await registryDocuments.categories(reads())
  return CategoriesDocument.parse(parseJson(text, 'categories')).categories
}

/** Where to go on from a list without apps. */
async function adviceFor(
  deps: PageDeps,
  q: string | undefined,
  categoryNames: () => Promise<string[]>,
): Promise<ListAdvice> {
  return {
    nearest: q === undefined ? [] : await nearestApps(deps.reads(), q),
    categories: await categoryNames(),
  }
}
