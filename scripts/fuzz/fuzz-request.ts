import type { oas31 } from 'zod-openapi'

/** One request in its parts. */
export interface FuzzRequest {
  /** Operation id such as `getApp`, or `raw` for a request of no operation. */
  operation: string
  method: string
  /** Path and query exactly as sent. */
  target: string
  headers: (readonly [name: string, value: string])[]
  body: Buffer | undefined
  /** The whole request, if it is not built from method, target and headers. */
  raw: string | undefined
}

/** What exists on the server, so that some requests pass the first checks. */
export interface Known {
  /** Apps with a version of each, and a manifest. */
  apps: readonly { name: string; version: string; manifest: unknown }[]
  /** Valid bearer tokens with different scopes. */
  tokens: readonly string[]
  /** Names of users and organizations, and ids of tokens to revoke. */
  owners: readonly string[]
  tokenIds: readonly string[]
  /** Identities to trust, each with an identity token. */
  identities: readonly Identity[]
}

/** An identity token with the trusted publisher that it matches. */
export interface Identity {
  publisher: Readonly<Record<'issuer' | 'audience' | 'subject', string>>
  token: string
}

/** An operation with its path and method in the document. */
export interface Described {
  path: string
  method: string
  operation: oas31.OperationObject
}
