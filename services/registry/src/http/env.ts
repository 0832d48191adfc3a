import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { RequestIdVariables } from 'hono/request-id'
import type { Actor } from '../auth/authorize.ts'
import type { Counted } from './rate-limiter.ts'

export interface DocumentIdentity {
  /** The app that it tells of; `null` for all. */
  app: string | null
  /** Its one address, as `registryPaths` writes it; under other spellings it is served but not kept. */
  path: string
  /** Is giving it out a download of the app? */
  isDownload?: boolean | undefined
}

/** What Hono's contexts carry here. */
export interface Env {
  /** What @hono/node-server gives; absent where no socket is. */
  Bindings: Partial<HttpBindings>
  Variables: RequestIdVariables & {
    /** Set by `authenticate`. */
    actor: Actor
    /** Set by a handler whose answer is a document. */
    document: DocumentIdentity
    /** Set where a request was counted as something else than a read. */
    rate: Counted
  }
}

export type RequestContext = Context<Env>
