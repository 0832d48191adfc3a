import { Hono } from 'hono'
import * as z from 'zod'
import { jsonLine } from '../documents/json-line.ts'
import { documentAnswer, lifetimes } from '../http/document-answer.ts'
import type { Env } from '../http/env.ts'
import { operation } from '../http/operation.ts'
import type { OpenApiDocument } from '../openapi/openapi-document.ts'

const openapi = operation({
  id: 'getOpenApi',
  summary: 'This description, as OpenAPI 3.1',
  tag: 'operation',
  etag: true,
  answers: {
    200: { description: 'An OpenAPI document', schema: z.looseObject({ openapi: z.string() }) },
  },
})

/** `/openapi.json` */
export function openApiRoutes(document: () => Promise<OpenApiDocument>): Hono<Env> {
  let text: string | undefined
  return new Hono<Env>().get('/openapi.json', openapi, async (c) => {
    text ??= jsonLine(await document())
    return documentAnswer(
      c,
      { app: null, path: 'openapi.json' },
      { text, type: 'application/json', cacheControl: lifetimes.changing },
    )
  })
}
