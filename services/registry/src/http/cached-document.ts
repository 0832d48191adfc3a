import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { DocumentIdentity } from './env.ts'
import type { Encoding } from './select-encoding.ts'

const compressFrom = 1024
/** Headers of a single response, not of the document. */
const ownHeaders = new Set(['x-request-id', 'content-length'])

/** The bytes of a document in one content encoding. */
export interface Representation {
  etag: string
  body: Uint8Array<ArrayBuffer>
  headers: Record<string, string>
}

/** What a document describes. */
type DocumentSubject = Pick<DocumentIdentity, 'app' | 'isDownload' | 'lifeMs'>

export interface CachedDocument {
  /** The app that the document describes; `null` for all apps. */
  app: string | null
  /** Whether serving it counts as a download of the app. */
  isDownload: boolean
  /** Milliseconds after which it is rendered again. */
  lifeMs: number
  plain: Representation
  /** Compressed forms that have been requested; a promise while compression is running. */
  compressed: Map<Encoding, Representation | Promise<Representation>>
}

/** Reads a rendered response into a document, once for all later requests. */
export async function toDocument(response: Response, subject: DocumentSubject): Promise<CachedDocument> {
  return createDocument(new Uint8Array(await response.arrayBuffer()), documentHeaders(response), subject)
}

/** The headers of a response that belong to its document. */
export function documentHeaders(response: Response): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of response.headers) if (!ownHeaders.has(name)) headers[name] = value
  const { vary, ...others } = headers
  return { Vary: vary === undefined ? 'Accept-Encoding' : `Accept-Encoding, ${vary}`, ...others }
}

export function createDocument(
  body: Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>>,
  { app, isDownload = false, lifeMs = Number.POSITIVE_INFINITY }: DocumentSubject,
): CachedDocument {
  const etag = `"${hash('sha256', body, 'base64url')}"`
  return { app, isDownload, lifeMs, plain: representation(body, etag, headers), compressed: new Map() }
}

/** The document in this encoding, compressed on first request; uncompressed if it is too small to benefit. */
export function inEncoding(
  { plain, compressed }: CachedDocument,
  encoding: Encoding,
  made: (bytes: number) => void,
): Representation | Promise<Representation> {
  if (encoding === 'identity' || plain.body.length < compressFrom) return plain
  const known = compressed.get(encoding)
  if (known !== undefined) return known
  const making = compress(plain, encoding).then(
    (smaller) => {
      compressed.set(encoding, smaller)
      made(smaller.body.length)
      return smaller
    },
    (error) => {
      compressed.delete(encoding)
      throw error
    },
  )
  compressed.set(encoding, making)
  return making
}

const compressors = {
  gzip: promisify(gzip),
  // The highest quality takes 30 times as long, and the index changes with every publish.
  br: (body: Uint8Array) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 5,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
}

async function compress(
  { body, etag, headers }: Representation,
  encoding: keyof typeof compressors,
): Promise<Representation> {
  const smaller = new Uint8Array(await compressors[encoding](body))
  const { 'content-length': _, ...same } = headers
  // Different bytes need a different strong ETag.
  return representation(smaller, `${etag.slice(0, -1)}-${encoding}"`, {
    ...same,
    'content-encoding': encoding,
  })
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
