import { jsonLine } from '../documents/json-line.ts'
import { lifetimes } from '../http/document-answer.ts'
import type { DocumentIdentity, RequestContext } from '../http/env.ts'

/** A document for foreign clients, the same from a server and from a static site. */
export interface ForeignDocument extends DocumentIdentity {
  type: string
  content: string | Uint8Array<ArrayBuffer>
}

export const foreignJson = (identity: DocumentIdentity, value: unknown): ForeignDocument => ({
  ...identity,
  type: 'application/json',
  content: jsonLine(value),
})

export const markdown = 'text/markdown; charset=utf-8'

/** Gives a document out: what the document cache keeps. */
export function answerDocument(c: RequestContext, { app, path, type, content }: ForeignDocument): Response {
  c.set('document', { app, path })
  return c.body(content, 200, { 'Content-Type': type, 'Cache-Control': lifetimes.changing })
}
