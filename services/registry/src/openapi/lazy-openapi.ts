import type { RouterRoute } from 'hono/types'
import type { OpenApiDocument } from './openapi-document.ts'

/** Makes the document once, when it is first asked for, by when all routes are mounted. */
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
