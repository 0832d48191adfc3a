/** What is limited: requests that need the database, writes, and attempts with an invalid token. */
export const limitClasses = ['reads', 'writes', 'failures'] as const
export type LimitClass = (typeof limitClasses)[number]

/** Maximum per minute. */
export type RateLimits = Readonly<Record<LimitClass, number>>

export const defaultRateLimits: RateLimits = { reads: 1200, writes: 60, failures: 20 }

export const windowSeconds = 60

export interface RateVerdict {
  isAllowed: boolean
  limit: number
  remaining: number
  /** Seconds until the window ends. */
  reset: number
}

/** The class a request was counted as, and the verdict. */
export type Counted = readonly [kind: LimitClass, verdict: RateVerdict]

/** Sends the counts since the last exchange and returns the totals over all servers. */
export type ShareCounts = (
  windowStart: Date,
  counts: readonly { key: string; count: number }[],
) => Promise<readonly { key: string; count: number }[]>

/** Counts requests in fixed windows of one minute, aligned across servers. */
export interface RateLimiter {
  /** Counts one request, unless the limit is reached. */
  take(kind: LimitClass, who: string): RateVerdict
  /** Returns the verdict without counting. */
  look(kind: LimitClass, who: string): RateVerdict
  /** Exchanges counts with the other servers. If it fails, this server continues with its own counts. */
  share(exchange: ShareCounts): Promise<void>
}

interface Counter {
  /** Count over all servers, as of the last exchange. */
  shared: number
  /** Counted here and not exchanged yet. */
  own: number
}

interface RateLimiterOptions {
  limits: RateLimits
  now: () => Date
  /** Maximum number of counters; beyond it, the oldest is evicted. */
  maxKeys?: number
}

export function createRateLimiter({ limits, now, maxKeys = 100_000 }: RateLimiterOptions): RateLimiter {
  const length = windowSeconds * 1000
  let start = 0
  let counters = new Map<string, Counter>()
  const enterWindow = (): number => {
    const time = now().getTime()
    const current = time - (time % length)
    if (current !== start) {
      start = current
      counters = new Map()
    }
    return Math.ceil((start + length - time) / 1000)
  }
  const add = (key: string): Counter => {
    const counter = { shared: 0, own: 0 }
    const [oldest] = counters.size >= maxKeys ? counters.keys() : []
    if (oldest !== undefined) counters.delete(oldest)
    counters.set(key, counter)
    return counter
  }
  const judge = (kind: LimitClass, who: string, counted: 0 | 1): RateVerdict => {
    const reset = enterWindow()
    const key = `${kind}:${who}`
    const limit = limits[kind]
    const counter = counters.get(key) ?? (counted === 0 ? undefined : add(key))
    const left = limit - (counter === undefined ? 0 : counter.shared + counter.own)
    if (left > 0 && counter !== undefined) counter.own += counted
    return { isAllowed: left > 0, limit, remaining: Math.max(0, left - counted), reset }
  }
  return {
    take: (kind, who) => judge(kind, who, 1),
    look: (kind, who) => judge(kind, who, 0),
    share: async (exchange) => {
      enterWindow()
      const sent = counters
      const counts = [...sent].filter(([, { own }]) => own > 0).map(([key, { own }]) => ({ key, count: own }))
      if (counts.length === 0) return
      const sums = new Map((await exchange(new Date(start), counts)).map(({ key, count }) => [key, count]))
      for (const { key, count } of counts) {
        const counter = sent.get(key)
        if (counter === undefined) continue
        counter.own -= count
        counter.shared = sums.get(key) ?? counter.shared + count
      }
    },
  }
}

/** A limiter that allows everything. */
export const unlimited: RateLimiter = {
  take: () => boundless,
  look: () => boundless,
  share: async () => {},
}

const boundless: RateVerdict = {
  isAllowed: true,
  limit: Number.POSITIVE_INFINITY,
  remaining: Number.POSITIVE_INFINITY,
  reset: 0,
}
