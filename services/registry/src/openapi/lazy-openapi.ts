import type { RouterRoute } from 'hono/types'
import type { OpenApiDocument } from './openapi-document.ts'

/** Creates the document on the first request, when all routes are mounted. */
export function lazyOpenApi(
  routes: () => readonly RouterRoute[],
  publicUrl: string | undefined,
): () => Promise<OpenApiDocument> {
  const make = async (): Promise<OpenApiDocument> =>
    (await import('./openapi-document.ts')).openApiDocument(routes(), publicUrl)
  let made: Promise<OpenApiDocument> | undefined
  return () => {
    made ??= make()
    return made
  }
}
