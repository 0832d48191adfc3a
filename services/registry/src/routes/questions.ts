import {
  AppPage,
  Category,
  ManifestVerdict,
  MethodKind,
  Platform,
  ResolveAnswer,
  ResolveRequest,
  SearchPage,
} from '@cli-apps/core'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { etag } from 'hono/etag'
import * as z from 'zod'
import { filterableEffects } from '../apps/filter-facets.ts'
import { validateManifest } from '../apps/publish/validate-manifest.ts'
import { getAppPage } from '../apps/read/get-app-page.ts'
import { getVersionInRange } from '../apps/read/get-version-in-range.ts'
import { resolveApps } from '../apps/read/resolve-apps.ts'
import { searchApps } from '../apps/search/search-apps.ts'
import type { Deps } from '../deps.ts'
import { identifyCaller } from '../http/authenticate.ts'
import type { Env } from '../http/env.ts'
import { operation } from '../http/operation.ts'
import { Limit, queryText } from '../http/query-parameters.ts'
import { readBodyText } from '../http/read-body.ts'

const Page = { limit: Limit.default(20), cursor: queryText(1000).optional() }
const Filters = {
  category: Category.optional(),
  tag: queryText(40).optional(),
  platform: Platform.optional(),
  method: MethodKind.optional(),
  effect: z.enum(filterableEffects).optional().describe('The strongest effect that the app declares'),
  rootless: z
    .literal('true')
    .transform(() => true)
    .optional()
    .meta({
      description: 'Only apps that install without root; on the platform, where one is named',
      override: { type: 'string', enum: ['true'] },
    }),
}

const list = operation({
  id: 'listApps',
  summary: 'List apps, page by page',
  tag: 'questions',
  query: z.strictObject({
    ...Filters,
    prefix: queryText(64).optional(),
    sort: z.enum(['name', 'updated']).default('name'),
    ...Page,
  }),
  etag: true,
  answers: { 200: { description: 'A page of apps', schema: AppPage } },
})

const search = operation({
  id: 'searchApps',
  summary: 'Find apps for a task, best first',
  tag: 'questions',
  query: z.strictObject({
    q: queryText(200),
    ...Filters,
    explain: z.enum(['true', 'false']).default('false'),
    limit: Page.limit,
    // The cursor carries the word statistics of the first page, hence its size.
    cursor: queryText(12_000).optional(),
  }),
  etag: true,
  answers: { 200: { description: 'A page of apps, with the matches in their texts', schema: SearchPage } },
})

const versionInRange = operation({
  id: 'getVersionInRange',
  summary: 'The version that a range or tag selects',
  tag: 'questions',
  answers: {
    302: { description: 'The address of its document', headers: { Location: 'Relative to the request' } },
  },
})

const resolve = operation({
  id: 'resolveApps',
  summary: 'Select version and install method for a host',
  tag: 'questions',
  body: ResolveRequest,
  answers: { 200: { description: 'The selection, and why methods were refused', schema: ResolveAnswer } },
})

const validate = operation({
  id: 'validateManifest',
  summary: 'Say what publishing would say of a manifest, to whose token it is where there is one',
  tag: 'questions',
  body: z.unknown().describe('A manifest, valid or not'),
  answers: { 200: { description: 'All issues', schema: ManifestVerdict } },
})

/** Endpoints that need a server: lists, search, ranges, resolution and validation. */
export function questionRoutes(deps: Deps): Hono<Env> {
  const { reads, policy } = deps
  const app = new Hono<Env>()
  app.on('GET', ['/apps', '/search'], compress({ encoding: 'gzip' }), etag())
  app.get('/apps', list, async (c) => c.json(await getAppPage(reads(), list.query(c)), 200, fresh))
  app.get('/search', search, async (c) => {
    const { explain, ...question } = search.query(c)
    return c.json(await searchApps(deps, { ...question, explain: explain === 'true' }), 200, fresh)
  })
  app.get('/apps/:name/versions/:range', versionInRange, async (c) => {
    const version = await getVersionInRange(reads(), c.req.param())
    // Relative, so that it works behind a proxy that adds a path prefix.
    return c.body(null, 302, { ...fresh, Location: `../${encodeURIComponent(version)}.json` })
  })
  app.post('/resolve', resolve, async (c) =>
    c.json(await resolveApps(reads(), await resolve.body(c)), 200, fresh),
  )
  app.post('/validate', validate, identifyCaller(deps), async (c) => {
    const text = await readBodyText(c)
    return c.json(await validateManifest(reads(), text, { actor: c.get('actor'), policy }), 200, fresh)
  })
  return app
}

const fresh = { 'Cache-Control': 'no-cache' }
