import { LimitError } from '@cli-apps/core'
import type { MiddlewareHandler } from 'hono'
import type { Deps } from '../deps.ts'
import { isRead } from './document-answer.ts'
import type { Env, RequestContext } from './env.ts'
import { type Counted, type LimitClass, type RateVerdict, windowSeconds } from './rate-limiter.ts'

type Limits = Pick<Deps, 'limiter' | 'clientAddress' | 'metrics'>

/**
 * Limits requests per address, and refuses tokens from an address that sent too many bad ones. `limitWrites` counts
 * writes, once the account is known. Cached documents are served before this middleware.
 */
export const limitRate =
  (deps: Limits): MiddlewareHandler<Env> =>
  async (c, next) => {
    const hasToken = c.req.header('authorization') !== undefined
    if (hasToken) limitAttempts(deps, c)
    const counted: Counted = ['reads', deps.limiter.take('reads', deps.clientAddress(c))]
    requireAllowed(deps, c, counted)
    await next()
    if (hasToken && c.res.status === 401) countFailure(deps, c)
    // A document is the same for every client and is stored by shared caches.
    if (c.get('document') === undefined) setRateHeaders(c, c.get('rate') ?? counted)
  }

/** Refuses a token from an address that sent too many bad ones. */
export function limitAttempts(deps: Limits, c: RequestContext): void {
  requireAllowed(deps, c, ['failures', deps.limiter.look('failures', deps.clientAddress(c))])
}

/** Counts a bad token against its address. */
export const countFailure = ({ limiter, clientAddress }: Limits, c: RequestContext): unknown =>
  limiter.take('failures', clientAddress(c))

/** Limits the writes of one account, across all its tokens. */
export function limitWrites(deps: Pick<Deps, 'limiter' | 'metrics'>, c: RequestContext, user: string): void {
  if (isRead(c)) return
  const counted: Counted = ['writes', deps.limiter.take('writes', user)]
  c.set('rate', counted)
  requireAllowed(deps, c, counted)
}

function requireAllowed({ metrics }: Pick<Deps, 'metrics'>, c: RequestContext, counted: Counted): void {
  const [kind, verdict] = counted
  if (verdict.isAllowed) return
  metrics.refused(kind)
  setRateHeaders(c, counted)
  throw tooMany(kind, verdict)
}

function setRateHeaders(c: RequestContext, [kind, verdict]: Counted): void {
  for (const [name, value] of rateHeaders(kind, verdict)) c.header(name, value)
}

/** Headers of draft-ietf-httpapi-ratelimit-headers. */
function rateHeaders(kind: LimitClass, { limit, remaining, reset }: RateVerdict): [string, string][] {
  if (!Number.isFinite(limit)) return []
  return [
    ['RateLimit-Policy', `"${kind}";q=${limit};w=${windowSeconds}`],
    ['RateLimit', `"${kind}";r=${remaining};t=${reset}`],
  ]
}

const subjects: Record<LimitClass, string> = {
  reads: 'requests from this address',
  writes: 'writes of this user',
  failures: 'requests from this address with a token that is not valid',
}

const tooMany = (kind: LimitClass, { limit, reset }: RateVerdict): LimitError =>
  new LimitError('rate.limited', `More than ${limit} ${subjects[kind]} in a minute.`, {
    httpStatus: 429,
    hint: `Try again in ${reset} s.`,
    details: { retry_after: reset },
  })
