import { createHash } from 'node:crypto'
import { canonicalJson } from '../canonical-json.ts'
import type { Digest } from '../digest.ts'

/** `sha256:` digest of bytes or of the UTF-8 form of a text. */
export const digestOf = (content: string | Uint8Array): Digest =>
  `sha256:${createHash('sha256').update(content).digest('hex')}`

/** Digest of a manifest: over the RFC 8785 form of the JSON as received, before any schema. */
export const manifestDigest = (value: unknown): Digest => digestOf(canonicalJson(value))
