import type { MiddlewareHandler } from 'hono'
import type { DocumentIdentity, Env, RequestContext } from '../deps.ts'
import { type CachedDocument, inEncoding, type Representation, toDocument } from './cached-document.ts'
import type { DocumentCache } from './document-cache.ts'
import { selectEncoding } from './select-encoding.ts'

const bodyHeaders = ['content-type', 'content-length', 'content-encoding']

/** Cache-Control of documents: versions never change, all else may with the next publish. */
export const lifetimes = {
  changing: 'public, max-age=60, must-revalidate',
  immutable: 'public, max-age=31536000, immutable',
} as const

/** The answer to a request for a document in the cache, compressed or 304; `undefined` for any other request. */
export function answerFromCache(
  cache: DocumentCache,
  c: RequestContext,
): Response | Promise<Response> | undefined {
  const found = isRead(c) ? cache.find(addressOf(c)) : undefined
  return found && answer(cache, c, found)
}

/** Keeps the documents that the handlers below render, with the headers that the middleware below adds. */
export const keepDocuments =
  (cache: DocumentCache): MiddlewareHandler<Env> =>
  async (c, next) => {
    const generation = cache.generation()
    await next()
    const identity = c.get('document')
    if (identity === undefined || c.res.status !== 200) return
    const document = await toDocument(c.res, identity.app)
    if (addressOf(c) === `/${identity.path}`) cache.add(addressOf(c), document, generation)
    c.res = undefined
    c.res = await answer(cache, c, document)
  }

const isRead = ({ req: { method } }: RequestContext): boolean => method === 'GET' || method === 'HEAD'

/** Path and query as they were sent: a document has one spelling. */
const addressOf = ({ req: { url } }: RequestContext): string => url.slice(url.indexOf('/', 8))

/** Gives a document out: what `keepDocuments` keeps. */
export function documentAnswer(
  c: RequestContext,
  identity: DocumentIdentity,
  { text, type, cacheControl }: { text: string; type: string; cacheControl: string },
): Response {
  c.set('document', identity)
  return c.body(text, 200, { 'Content-Type': type, 'Cache-Control': cacheControl })
}

/** At once when the wanted encoding is there: most requests want one that is. */
function answer(
  cache: DocumentCache,
  c: RequestContext,
  document: CachedDocument,
): Response | Promise<Response> {
  const address = addressOf(c)
  const chosen = inEncoding(document, selectEncoding(c.req.header('accept-encoding')), (bytes) =>
    cache.grow(address, document, bytes),
  )
  return chosen instanceof Promise ? chosen.then((made) => respond(c, made)) : respond(c, chosen)
}

function respond(c: RequestContext, { etag, body, headers }: Representation): Response {
  if (!matches(c.req.header('if-none-match'), etag)) return new Response(body, { headers })
  const kept = { ...headers }
  for (const name of bodyHeaders) delete kept[name]
  return new Response(null, { status: 304, headers: kept })
}

/** Weak comparison, as RFC 9110 wants it here: a proxy may have weakened the tag. */
const matches = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag))
