import { registryPaths } from '@cli-apps/core'
import { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { createDocument, documentHeaders } from './cached-document.ts'
import { answer, documentAnswer, isRead, lifetimes } from './document-answer.ts'
import type { Env, RequestContext } from './env.ts'
import { addressOf } from './pages/address-of.ts'

const appAddress = /^\/v1\/apps\/([a-z0-9]+(?:-[a-z0-9]+)*)\.json$/
const pattern = `/${registryPaths.app('pattern')}`
const encoder = new TextEncoder()

/**
 * Serves app documents on a cache miss without the routes and their middleware, since they are the most common miss.
 * Returns `undefined` for any other request; delegates missing apps and failures to `instead`.
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
    // Ignored here: the routes meet the same database error and report it.
    const text = await deps.readAppDocument(name).catch(() => undefined)
    if (text === undefined) return instead(c)
    deps.limiter.take('reads', client)
    const document = createDocument(encoder.encode(text), await headers, { app: name })
    deps.documents.add(addressOf(c), document, generation)
    return answer(deps, c, document)
  }
}

/** The headers that all the middleware together sets on an app document. */
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
