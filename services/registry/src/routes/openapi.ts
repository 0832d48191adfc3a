import { Hono } from 'hono'
import type { RouterRoute } from 'hono/types'
import * as z from 'zod'
import type { Deps, Env } from '../deps.ts'
import { documentAnswer, lifetimes } from '../http/document-answer.ts'
import { operation } from '../http/operation.ts'

const openapi = operation({
  id: 'getOpenApi',
  summary: 'This description, as OpenAPI 3.1',
  tag: 'documents',
  etag: true,
  answers: {
    200: { description: 'An OpenAPI document', schema: z.looseObject({ openapi: z.string() }) },
  },
})

/** `/openapi.json`, made of the route table when it is first asked for: all routes are mounted then. */
export function openApiRoutes(
  { publicUrl }: Pick<Deps, 'publicUrl'>,
  routes: () => readonly RouterRoute[],
): Hono<Env> {
  let text: string | undefined
  return new Hono<Env>().get('/openapi.json', openapi, async (c) => {
    const { openApiDocument } = await import('../openapi/openapi-document.ts')
    text ??= `${JSON.stringify(openApiDocument(routes(), publicUrl))}\n`
    return documentAnswer(
      c,
      { app: null, path: 'openapi.json' },
      { text, type: 'application/json', cacheControl: lifetimes.changing },
    )
  })
}
