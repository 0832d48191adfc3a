import { jsonLine } from '../documents/json-line.ts'
import { lifetimes } from '../http/document-answer.ts'
import type { DocumentIdentity, RequestContext } from '../http/env.ts'

/** A document for clients of other registries; server and static site serve the same one. */
export interface CompatDocument extends DocumentIdentity {
  type: string
  content: string | Uint8Array<ArrayBuffer>
}

export const compatJson = (identity: DocumentIdentity, value: unknown): CompatDocument => ({
  ...identity,
  type: 'application/json',
  content: jsonLine(value),
})

export const markdown = 'text/markdown; charset=utf-8'

/** Responds with a document, which the document cache keeps. */
export function answerDocument(c: RequestContext, { app, path, type, content }: CompatDocument): Response {
  c.set('document', { app, path })
  return c.body(content, 200, { 'Content-Type': type, 'Cache-Control': lifetimes.changing })
}
