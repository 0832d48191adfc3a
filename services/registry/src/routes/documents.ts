import {
  appDocument,
  categoriesDocument,
  type IndexEntry,
  indexDocument,
  registryPaths,
  versionDocumentText,
} from '@cli-apps/core'
import manifestSchema from '@cli-apps/core/schema/app.json' with { type: 'json' }
import { Hono } from 'hono'
import type { CatalogueEntry } from '../apps/catalogue.ts'
import { getApp, getVersion } from '../apps/get-app.ts'
import type { Deps, DocumentIdentity, Env, RequestContext } from '../deps.ts'
import { documentAnswer, lifetimes } from '../http/document-answer.ts'
import { refuseQuery } from '../http/read-query.ts'

/** `/v1/keys.json`. Nothing is signed yet, so the list is empty; a client that finds a key here must check signatures. */
interface KeysDocument {
  keys: never[]
}

/** The documents of the registry: what a static site of it would hold too. */
export function documentRoutes({ db, catalogue }: Deps): Hono<Env> {
  const app = new Hono<Env>()
  app.get('/index.json', refuseQuery, async (c) => {
    const entries = await catalogue.entries()
    return json(c, { app: null, path: registryPaths.index() }, indexDocument(entries.map(indexed)))
  })
  app.get('/categories.json', refuseQuery, async (c) => {
    const entries = await catalogue.entries()
    return json(c, { app: null, path: registryPaths.categories() }, categoriesDocument(entries))
  })
  app.get('/keys.json', refuseQuery, (c) =>
    json(c, { app: null, path: registryPaths.keys() }, { keys: [] } satisfies KeysDocument),
  )
  app.get('/schema/app.json', refuseQuery, (c) =>
    json(c, { app: null, path: registryPaths.schema() }, manifestSchema),
  )
  app.get('/apps/:file{[^/]+\\.json}', refuseQuery, async (c) => {
    const name = c.req.param('file').slice(0, -'.json'.length)
    const { versions, owners } = await getApp(db, catalogue, name)
    return json(c, { app: name, path: registryPaths.app(name) }, appDocument(versions, owners))
  })
  app.get('/apps/:name/:file{[^/]+\\.json}', refuseQuery, async (c) => {
    const { name, file } = c.req.param()
    const version = file.slice(0, -'.json'.length)
    const { value, digest } = await getVersion(db, catalogue, { name, version })
    return documentAnswer(
      c,
      { app: name, path: registryPaths.version(name, version) },
      {
        text: versionDocumentText(value, digest),
        type: 'application/json',
        cacheControl: lifetimes.immutable,
      },
    )
  })
  return app
}

const indexed = ({ description: _, ...entry }: CatalogueEntry): IndexEntry => entry

const json = (c: RequestContext, identity: DocumentIdentity, value: unknown): Response =>
  documentAnswer(c, identity, {
    text: `${JSON.stringify(value)}\n`,
    type: 'application/json',
    cacheControl: lifetimes.changing,
  })
