import {
  AppDocument,
  CategoriesDocument,
  CommandNode,
  DebianClosure,
  IndexDocument,
  KeysDocument,
  NotFoundError,
  parseJson,
  RecipeResults,
  registryPaths,
  ShardDocument,
  TimestampDocument,
  VersionDocument,
  versionDocumentText,
} from '@cli-apps/core'
import { Hono } from 'hono'
import type * as z from 'zod'
import { getAppDocument, getVersion } from '../apps/read/get-app.ts'
import { getRecipeResults, getVersionDocument } from '../apps/read/get-version-document.ts'
import type { Deps } from '../deps.ts'
import { registryDocuments } from '../documents/registry-documents.ts'
import { createTimestamp } from '../documents/timestamp-document.ts'
import { documentAnswer, lifetimes } from '../http/document-answer.ts'
import type { DocumentIdentity, Env, RequestContext } from '../http/env.ts'
import { operation } from '../http/operation.ts'

const document = (id: string, summary: string, path: string, schema?: z.core.$ZodType) =>
  operation({
    id,
    summary,
    tag: 'documents',
    path,
    etag: true,
    answers: { 200: { description: summary, schema, type: 'application/json' } },
  })

const index = document('getIndex', 'Every app in short, or where they are', '/v1/index.json', IndexDocument)
const shard = document('getShard', 'One part of a large index', '/v1/index/{prefix}.json', ShardDocument)
const small = {
  categories: document(
    'getCategories',
    'Categories with their numbers of apps',
    '/v1/categories.json',
    CategoriesDocument,
  ),
  keys: document('getKeys', 'Keys that the registry signs with', '/v1/keys.json', KeysDocument),
  schema: document('getManifestSchema', 'JSON Schema of manifests', '/v1/schema/app.json'),
} as const
const timestamp = document(
  'getTimestamp',
  'When the index was last signed, and its digest',
  '/v1/timestamp.json',
  TimestampDocument,
)
const app = document('getApp', 'An app with its versions, highest first', '/v1/apps/{name}.json', AppDocument)
const version = document(
  'getVersion',
  'A manifest as it was published, with digest and signatures',
  '/v1/apps/{name}/{version}.json',
  VersionDocument,
)

const commands = document(
  'getCommands',
  'The command tree of one program, in its RFC 8785 form; the manifest has its digest',
  '/v1/apps/{name}/{version}/commands/{program}.json',
  CommandNode,
)

const closures = document(
  'getClosure',
  'Every Debian package that the app needs on one architecture, in its RFC 8785 form; the manifest has its digest',
  '/v1/apps/{name}/{version}/closures/{architecture}.json',
  DebianClosure,
)

const recipes = document(
  'getRecipeResults',
  'What became of the recipes of a version when they were run, by their ids. No manifest names it: it may change',
  '/v1/apps/{name}/{version}/recipes.json',
  RecipeResults,
)

/** What manifests name by digest. */
const namedDocuments = [
  { kind: 'commands', described: commands, path: registryPaths.commands },
  { kind: 'closures', described: closures, path: registryPaths.closure },
] as const

/** The documents of the registry, which a static export contains too. */
export function documentRoutes({ reads, indexes, signer, now }: Deps): Hono<Env> {
  const routes = new Hono<Env>()
  const timestampText = signer && createTimestamp({ indexes, signer, now })
  // Not cached with the other documents, because it expires on its own.
  routes.get('/timestamp.json', timestamp, async (c) => {
    if (timestampText === undefined)
      throw new NotFoundError('timestamp.none', 'This registry does not sign.', {
        hint: '/v1/index.json is the index.',
      })
    return c.body(await timestampText(reads()), 200, {
      'Content-Type': 'application/json',
      'Cache-Control': lifetimes.changing,
    })
  })
  routes.get('/index.json', index, async (c) =>
    changing(c, { app: null, path: registryPaths.index() }, await indexes.index(reads())),
  )
  routes.get('/index/:file{[0-9a-f]{1,4}\\.json}', shard, async (c) => {
    const prefix = c.req.param('file').slice(0, -'.json'.length)
    const text = await indexes.shard(reads(), prefix)
    if (text !== undefined) return changing(c, { app: null, path: registryPaths.shard(prefix) }, text)
    throw new NotFoundError('index.no-shard', `The index has no shard ${prefix}.`, {
      hint: '/v1/index.json lists the shards.',
    })
  })
  for (const name of ['categories', 'keys', 'schema'] as const) {
    const path = registryPaths[name]()
    routes.get(path.slice('v1'.length), small[name], async (c) =>
      changing(c, { app: null, path }, await registryDocuments[name](reads())),
    )
  }
  routes.get('/apps/:file{[^/]+\\.json}', app, async (c) => {
    const name = c.req.param('file').slice(0, -'.json'.length)
    const text = await getAppDocument(reads(), name)
    return changing(c, { app: name, path: registryPaths.app(name) }, text)
  })
  addVersionRoutes(routes, reads)
  return routes
}

/** The documents of one version, of which all but the results of recipes never change. */
function addVersionRoutes(routes: Hono<Env>, reads: Deps['reads']): void {
  routes.get('/apps/:name/:file{[^/]+\\.json}', version, async (c) => {
    const { name, file } = c.req.param()
    const version = file.slice(0, -'.json'.length)
    const { manifestText, commandTrees: _, ...stored } = await getVersion(reads(), { name, version })
    return documentAnswer(
      c,
      { app: name, path: registryPaths.version(name, version), isDownload: true },
      {
        text: versionDocumentText(parseJson(manifestText, name), stored),
        type: 'application/json',
        // An unsigned version is signed when the registry gets a key.
        cacheControl: stored.signatures.length > 0 ? lifetimes.immutable : lifetimes.changing,
      },
    )
  })
  routes.get('/apps/:name/:version/recipes.json', recipes, async (c) => {
    const { name, version } = c.req.param()
    const text = await getRecipeResults(reads(), { name, version })
    return changing(c, { app: name, path: registryPaths.recipes(name, version) }, text)
  })
  for (const { kind, described, path } of namedDocuments)
    routes.get(`/apps/:name/:version/${kind}/:file{[^/]+\\.json}`, described, async (c) => {
      const { name = '', version = '', file = '' } = c.req.param()
      const key = file.slice(0, -'.json'.length)
      const text = await getVersionDocument(reads(), kind, { name, version, key })
      return documentAnswer(
        c,
        { app: name, path: path(name, version, key) },
        { text, type: 'application/json', cacheControl: lifetimes.immutable },
      )
    })
}

const changing = (c: RequestContext, identity: DocumentIdentity, text: string): Response =>
  documentAnswer(c, identity, { text, type: 'application/json', cacheControl: lifetimes.changing })
