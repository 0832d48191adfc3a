import { registryPaths } from '@cli-apps/core'
import { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { createDocument, documentHeaders } from './cached-document.ts'
import { addressOf, answer, documentAnswer, isRead, lifetimes } from './document-answer.ts'
import type { Env, RequestContext } from './env.ts'

const appAddress = /^\/v1\/apps\/([a-z0-9]+(?:-[a-z0-9]+)*)\.json$/
const pattern = `/${registryPaths.app('pattern')}`
const encoder = new TextEncoder()

/**
 * Answers for app documents that are not in the cache, past the routes and their middleware: they are what most requests
 * ask for that the cache does not answer. `undefined` for any other request; what is not found or fails is for `instead`.
 */
export function createAppDocumentAnswer(
  deps: Deps,
  {
    common,
    instead,
  }: { common: (app: Hono<Env>) => Hono<Env>; instead: (c: RequestContext) => Response | Promise<Response> },
): (c: RequestContext) => Promise<Response> | undefined {
  let headers: Promise<Record<string, string>> | undefined
  return (c) => {
    const name = isRead(c) ? appAddress.exec(addressOf(c))?.[1] : undefined
    if (name === undefined || !deps.isCurrent()) return undefined
    const client = deps.clientAddress(c)
    if (!deps.limiter.look('reads', client).isAllowed) return undefined
    headers ??= headersOf(common)
    return answerFor(c, { name, client, headers })
  }

  async function answerFor(
    c: RequestContext,
    { name, client, headers }: { name: string; client: string; headers: Promise<Record<string, string>> },
  ): Promise<Response> {
    const generation = deps.documents.generation()
    // What is wrong with the database, the routes will find and tell.
    const text = await deps.readAppDocument(name).catch(() => undefined)
    if (text === undefined) return instead(c)
    deps.limiter.take('reads', client)
    const document = createDocument(encoder.encode(text), await headers, { app: name })
    deps.documents.add(addressOf(c), document, generation)
    return answer(deps, c, document)
  }
}

/** The headers of every app document: what one has that went through all the middleware. */
async function headersOf(common: (app: Hono<Env>) => Hono<Env>): Promise<Record<string, string>> {
  const app = common(new Hono<Env>()).get(pattern, (c) =>
    documentAnswer(
      c,
      { app: null, path: pattern },
      { text: '', type: 'application/json', cacheControl: lifetimes.changing },
    ),
  )
  return documentHeaders(await app.request(pattern))
}
