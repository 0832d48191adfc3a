import type { MiddlewareHandler } from 'hono'
import type { Deps } from '../deps.ts'
import { type CachedDocument, inEncoding, type Representation, toDocument } from './cached-document.ts'
import type { DocumentIdentity, Env, RequestContext } from './env.ts'
import { addressOf } from './pages/address-of.ts'
import { cacheKeyOf } from './pages/page-variant.ts'
import { selectEncoding } from './select-encoding.ts'

type Documents = Pick<Deps, 'documents' | 'isCurrent' | 'downloads'>

const bodyHeaders = ['content-type', 'content-length', 'content-encoding']

/** Cache-Control of documents: versions never change, everything else may change with the next publish. */
export const lifetimes = {
  changing: 'public, max-age=60, must-revalidate',
  immutable: 'public, max-age=31536000, immutable',
  /** For one client, and asked for again every time. */
  personal: 'private, no-cache',
} as const

/** Headers of a document that may be superseded. The short max-age makes caches ask again soon. */
const staleHeaders = { 'cache-control': 'public, max-age=5', warning: '110 - "Response is Stale"' }

/** Answers from the cache, compressed or with 304; `undefined` if the request is not for a cached document. */
export function answerFromCache(
  deps: Documents,
  c: RequestContext,
): Response | Promise<Response> | undefined {
  if (!isRead(c)) return undefined
  if (!deps.isCurrent()) return answerStale(deps, c)
  const found = deps.documents.find(keyOf(c))
  return found && answer(deps, c, found)
}

/**
 * Caches the documents that later handlers render, with the headers of later middleware. If rendering fails because the
 * database is unavailable, serves the last known version of the document.
 */
export const keepDocuments =
  (deps: Documents): MiddlewareHandler<Env> =>
  async (c, next) => {
    const generation = deps.documents.generation()
    await next()
    if (c.res.status === 503 && isRead(c)) {
      const stale = answerStale(deps, c)
      if (stale !== undefined) replace(c, await stale)
      return
    }
    const identity = c.get('document')
    if (identity === undefined || c.res.status !== 200) return
    const document = await toDocument(c.res, identity)
    if (addressOf(c) === `/${identity.path}`) deps.documents.add(keyOf(c), document, generation)
    replace(c, await answer(deps, c, document, !deps.isCurrent()))
  }

function replace(c: RequestContext, response: Response): void {
  // Otherwise Hono would merge the headers of both responses.
  c.res = undefined
  c.res = response
}

export const isRead = ({ req: { method } }: RequestContext): boolean => method === 'GET' || method === 'HEAD'

const keyOf = (c: RequestContext): string => cacheKeyOf(c, addressOf(c))

/** Responds with a document that `keepDocuments` caches. */
export function documentAnswer(
  c: RequestContext,
  identity: DocumentIdentity,
  { text, type, cacheControl, vary }: { text: string; type: string; cacheControl: string; vary?: string },
): Response {
  c.set('document', identity)
  return c.body(text, 200, {
    'Content-Type': type,
    'Cache-Control': cacheControl,
    ...(vary !== undefined && { Vary: vary }),
  })
}

function answerStale(deps: Documents, c: RequestContext): Response | Promise<Response> | undefined {
  const found = deps.documents.findStale(keyOf(c))
  return found && answer(deps, c, found, true)
}

/** Synchronous if the requested encoding is cached, as it is for most requests. */
export function answer(
  { documents, downloads }: Documents,
  c: RequestContext,
  document: CachedDocument,
  isStale = false,
): Response | Promise<Response> {
  const encoding = selectEncoding(c.req.header('accept-encoding'))
  // Return before any compression code: most requests end here.
  if (encoding === 'identity') return give(downloads, c, document, { made: document.plain, isStale })
  const chosen = inEncoding(document, encoding, (bytes) => documents.grow(keyOf(c), document, bytes))
  return chosen instanceof Promise
    ? chosen.then((made) => give(downloads, c, document, { made, isStale }))
    : give(downloads, c, document, { made: chosen, isStale })
}

function give(
  downloads: Deps['downloads'],
  c: RequestContext,
  document: CachedDocument,
  { made, isStale }: { made: Representation; isStale: boolean },
): Response {
  const response = respond(c, made, isStale)
  if (document.isDownload && response.status === 200 && c.req.method === 'GET') downloads.count(document.app)
  return response
}

function respond(c: RequestContext, { etag, body, headers }: Representation, isStale: boolean): Response {
  const sent =
    isStale && headers['cache-control'] !== lifetimes.immutable ? { ...headers, ...staleHeaders } : headers
  if (!matches(c.req.header('if-none-match'), etag)) return new Response(body, { headers: sent })
  const kept = { ...sent }
  for (const name of bodyHeaders) delete kept[name]
  return new Response(null, { status: 304, headers: kept })
}

/** Weak comparison, as RFC 9110 requires for If-None-Match: a proxy may have weakened the ETag. */
const matches = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag))
