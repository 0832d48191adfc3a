import { Category, MethodKind, Platform, parseJson, ResolveRequest } from '@cli-apps/core'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { etag } from 'hono/etag'
import * as z from 'zod'
import { getAppPage } from '../apps/get-app-page.ts'
import { getVersionInRange } from '../apps/get-version-in-range.ts'
import { resolveApps } from '../apps/resolve-apps.ts'
import { searchApps } from '../apps/search-apps.ts'
import { validateManifest } from '../apps/validate-manifest.ts'
import type { Deps, Env } from '../deps.ts'
import { limitBody, readBody, readText } from '../http/read-body.ts'
import { Limit, queryText, readQuery, refuseQuery } from '../http/read-query.ts'

const Page = { limit: Limit.default(20), cursor: queryText(1000).optional() }

const ListQuery = z.strictObject({
  category: Category.optional(),
  tag: queryText(40).optional(),
  platform: Platform.optional(),
  method: MethodKind.optional(),
  sort: z.enum(['name', 'updated']).default('name'),
  ...Page,
})

const SearchQuery = z.strictObject({ q: queryText(200), ...Page })

/** What only a server can answer: lists, search, ranges, resolution and validation. */
export function questionRoutes({ db, catalogue }: Deps): Hono<Env> {
  const app = new Hono<Env>()
  app.on('GET', ['/apps', '/search'], compress({ encoding: 'gzip' }), etag())
  app.get('/apps', async (c) => c.json(await getAppPage(db, readQuery(c, ListQuery)), 200, fresh))
  app.get('/search', async (c) => c.json(await searchApps(catalogue, readQuery(c, SearchQuery)), 200, fresh))
  app.get('/apps/:name/versions/:range', refuseQuery, async (c) => {
    const version = await getVersionInRange(db, catalogue, c.req.param())
    // Relative, so that it holds behind a proxy that adds a path.
    return c.body(null, 302, { ...fresh, Location: `../${encodeURIComponent(version)}.json` })
  })
  app.post('/resolve', refuseQuery, limitBody, async (c) =>
    c.json(await resolveApps(db, catalogue, await readBody(c, ResolveRequest)), 200, fresh),
  )
  app.post('/validate', refuseQuery, limitBody, async (c) =>
    c.json(validateManifest(parseJson(await readText(c), 'The manifest')), 200, fresh),
  )
  return app
}

const fresh = { 'Cache-Control': 'no-cache' }
