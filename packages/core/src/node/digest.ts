import { createHash } from 'node:crypto'
import { canonicalJson } from '../canonical-json.ts'
import type { Digest } from '../digest.ts'

/** Returns the `sha256:` digest of bytes, or of a text as UTF-8. */
export const digestOf = (content: string | Uint8Array): Digest =>
  `sha256:${createHash('sha256').update(content).digest('hex')}`

/** Returns the digest of a manifest: of the RFC 8785 form of the JSON as received, before any schema. */
export const manifestDigest = (value: unknown): Digest => digestOf(canonicalJson(value))
