import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { RequestIdVariables } from 'hono/request-id'
import type { Actor } from '../auth/authorize.ts'
import type { WebSession } from '../auth/web-sessions.ts'
import type { Counted } from './rate-limiter.ts'

export interface DocumentIdentity {
  /** The app that the document describes; `null` for all apps. */
  app: string | null
  /** Its canonical path, as in `registryPaths`; under other spellings it is served but not cached. */
  path: string
  /** Whether serving it counts as a download of the app. */
  isDownload?: boolean | undefined
  /** Milliseconds after which it is rendered again; absent for what only a change supersedes. */
  lifeMs?: number | undefined
}

/** The types of our Hono contexts. */
export interface Env {
  /** Set by @hono/node-server; absent when there is no socket. */
  Bindings: Partial<HttpBindings>
  Variables: RequestIdVariables & {
    /** Set by `authenticate` and `requireSession`. */
    actor: Actor
    /** Set by `requireSession`. */
    session: WebSession
    /** The fields of the form that was sent; set by `requireSession`. */
    fields: Readonly<Record<string, string>>
    /** The same without secrets, for the page of a failure; set by `readForm`. */
    typed: Readonly<Record<string, string>>
    /** Set by handlers that respond with a document. */
    document: DocumentIdentity
    /** Set when the request was counted as something other than a read. */
    rate: Counted
  }
}

export type RequestContext = Context<Env>
