import {
  AppDocument,
  CategoriesDocument,
  categoriesDocument,
  IndexDocument,
  type IndexEntry,
  indexDocument,
  KeysDocument,
  registryPaths,
  VersionDocument,
  versionDocumentText,
} from '@cli-apps/core'
import manifestSchema from '@cli-apps/core/schema/app.json' with { type: 'json' }
import { Hono } from 'hono'
import type * as z from 'zod'
import type { CatalogueEntry } from '../apps/catalogue.ts'
import { getAppDocument, getVersion } from '../apps/get-app.ts'
import type { Deps, DocumentIdentity, Env, RequestContext } from '../deps.ts'
import { documentAnswer, lifetimes } from '../http/document-answer.ts'
import { operation } from '../http/operation.ts'

const document = (id: string, summary: string, path: string, schema?: z.ZodType) =>
  operation({
    id,
    summary,
    tag: 'documents',
    path,
    answers: { 200: { description: summary, schema, type: 'application/json' } },
  })

const index = document('getIndex', 'Every app in short', '/v1/index.json', IndexDocument)
const categories = document(
  'getCategories',
  'Categories with their numbers of apps',
  '/v1/categories.json',
  CategoriesDocument,
)
const keys = document('getKeys', 'Keys that the registry signs with', '/v1/keys.json', KeysDocument)
const schema = document('getManifestSchema', 'JSON Schema of manifests', '/v1/schema/app.json')
const app = document('getApp', 'An app with its versions, highest first', '/v1/apps/{name}.json', AppDocument)
const version = document(
  'getVersion',
  'A manifest as it was published, with digest and signatures',
  '/v1/apps/{name}/{version}.json',
  VersionDocument,
)

/** The documents of the registry: what a static site of it would hold too. */
export function documentRoutes({ reads, catalogue }: Deps): Hono<Env> {
  const routes = new Hono<Env>()
  routes.get('/index.json', index, async (c) => {
    const entries = await catalogue.entries()
    return json(c, { app: null, path: registryPaths.index() }, indexDocument(entries.map(indexed)))
  })
  routes.get('/categories.json', categories, async (c) => {
    const entries = await catalogue.entries()
    return json(c, { app: null, path: registryPaths.categories() }, categoriesDocument(entries))
  })
  routes.get('/keys.json', keys, (c) =>
    json(c, { app: null, path: registryPaths.keys() }, { keys: [] } satisfies KeysDocument),
  )
  routes.get('/schema/app.json', schema, (c) =>
    json(c, { app: null, path: registryPaths.schema() }, manifestSchema),
  )
  routes.get('/apps/:file{[^/]+\\.json}', app, async (c) => {
    const name = c.req.param('file').slice(0, -'.json'.length)
    return documentAnswer(
      c,
      { app: name, path: registryPaths.app(name) },
      {
        text: await getAppDocument(reads(), catalogue, name),
        type: 'application/json',
        cacheControl: lifetimes.changing,
      },
    )
  })
  routes.get('/apps/:name/:file{[^/]+\\.json}', version, async (c) => {
    const { name, file } = c.req.param()
    const version = file.slice(0, -'.json'.length)
    const { value, ...stored } = await getVersion(reads(), catalogue, { name, version })
    return documentAnswer(
      c,
      { app: name, path: registryPaths.version(name, version) },
      {
        text: versionDocumentText(value, stored),
        type: 'application/json',
        cacheControl: lifetimes.immutable,
      },
    )
  })
  return routes
}

const indexed = ({ description: _, ...entry }: CatalogueEntry): IndexEntry => entry

const json = (c: RequestContext, identity: DocumentIdentity, value: unknown): Response =>
  documentAnswer(c, identity, {
    text: `${JSON.stringify(value)}\n`,
    type: 'application/json',
    cacheControl: lifetimes.changing,
  })
