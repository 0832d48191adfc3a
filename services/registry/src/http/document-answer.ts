import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { MiddlewareHandler } from 'hono'
import type { Env, RequestContext } from '../deps.ts'
import type { CachedDocument, DocumentCache, DocumentIdentity, Representation } from './document-cache.ts'

const compress = promisify(gzip)
const compressFrom = 1024
/** Headers that belong to one answer and not to the document. */
const ownHeaders = new Set(['x-request-id', 'content-length'])
const bodyHeaders = ['content-type', 'content-length', 'content-encoding']

/** Cache-Control of documents: versions never change, all else may with the next publish. */
export const lifetimes = {
  changing: 'public, max-age=60, must-revalidate',
  immutable: 'public, max-age=31536000, immutable',
} as const

/** The answer to a request for a document in the cache, with 304 and gzip; `undefined` for any other request. */
export function answerFromCache(cache: DocumentCache, c: RequestContext): Response | undefined {
  const found = isRead(c) ? cache.find(addressOf(c)) : undefined
  return found && answer(c, found)
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
    c.res = answer(c, document)
  }

const isRead = ({ req: { method } }: RequestContext): boolean => method === 'GET' || method === 'HEAD'

/** Path and query as they were sent: a document has one spelling. */
const addressOf = ({ req: { url } }: RequestContext): string => url.slice(url.indexOf('/', 8))

/** Gives a document out: what `cacheDocuments` keeps. */
export function documentAnswer(
  c: RequestContext,
  identity: DocumentIdentity,
  { text, type, cacheControl }: { text: string; type: string; cacheControl: string },
): Response {
  c.set('document', identity)
  return c.body(text, 200, { 'Content-Type': type, 'Cache-Control': cacheControl })
}

async function toDocument(response: Response, app: string | null): Promise<CachedDocument> {
  const body = new Uint8Array(await response.arrayBuffer())
  const headers: Record<string, string> = { Vary: 'Accept-Encoding' }
  for (const [name, value] of response.headers) if (!ownHeaders.has(name)) headers[name] = value
  const hash = createHash('sha256').update(body).digest('base64url')
  const plain = representation(body, `"${hash}"`, headers)
  if (body.length < compressFrom) return { app, plain, gzipped: undefined, size: body.length }
  const small = new Uint8Array(await compress(body))
  // Other bytes, other strong tag.
  const gzipped = representation(small, `"${hash}-gzip"`, { ...headers, 'content-encoding': 'gzip' })
  return { app, plain, gzipped, size: body.length + small.length }
}

const representation = (
  body: Uint8Array<ArrayBuffer>,
  etag: string,
  headers: Readonly<Record<string, string>>,
): Representation => ({
  etag,
  body,
  headers: { 'content-length': String(body.length), ...headers, etag },
})

function answer(c: RequestContext, { plain, gzipped }: CachedDocument): Response {
  const chosen = gzipped !== undefined && acceptsGzip(c.req.header('accept-encoding')) ? gzipped : plain
  if (!matches(c.req.header('if-none-match'), plain.etag, gzipped?.etag))
    return new Response(chosen.body, { headers: chosen.headers })
  const headers = { ...chosen.headers }
  for (const name of bodyHeaders) delete headers[name]
  return new Response(null, { status: 304, headers })
}

/** Weak comparison, as RFC 9110 wants it here: a proxy may have weakened the tag. */
const matches = (header: string | undefined, ...etags: (string | undefined)[]): boolean =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((tag) => etags.includes(tag.trim().replace(/^W\//, ''))))

const acceptsGzip = (header: string | undefined): boolean =>
  header !== undefined && /(^|[\s,])gzip\b/i.test(header) && !/gzip\s*;\s*q=0(\.0*)?\s*(,|$)/i.test(header)
