import type { MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Deps } from '../deps.ts'
import type { Env } from './env.ts'
import { operationOf } from './operation.ts'
import type { LimitClass } from './rate-limiter.ts'

/** What Prometheus reads of one server. */
export interface Metrics {
  registry: Registry
  /** One request that went through the routes. `operation` is the id of what answered it. */
  observe(request: { operation: string; status: number; seconds: number }): void
  refused(kind: LimitClass): void
}

type Sources = Pick<Deps, 'documents' | 'isCurrent' | 'ping'> & {
  isReplicaCaughtUp?: (() => boolean) | undefined
  lostConnections?: (() => number) | undefined
}

export function createMetrics({
  documents,
  isCurrent,
  ping,
  isReplicaCaughtUp,
  lostConnections,
}: Sources): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const requests = new Counter({
    name: 'cli_apps_http_requests_total',
    help: 'Requests that a route handled. Documents from the cache are counted separately.',
    labelNames: ['operation', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'cli_apps_http_request_duration_seconds',
    help: 'Duration of requests that a route handled.',
    labelNames: ['operation'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
    registers,
  })
  const publishes = new Counter({
    name: 'cli_apps_publishes_total',
    help: 'Versions published through this server.',
    registers,
  })
  const refusals = new Counter({
    name: 'cli_apps_rate_limited_total',
    help: 'Requests that a rate limit refused.',
    labelNames: ['limit'],
    registers,
  })
  /** A number that is kept elsewhere and read when somebody asks. */
  const total = (name: string, help: string, read: () => number): void => {
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset()
        this.inc(read())
      },
    })
  }
  const gauge = (name: string, help: string, read: () => number | Promise<number>): void => {
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(await read())
      },
    })
  }
  const { counts } = documents
  total('cli_apps_document_hits_total', 'Documents from the cache.', () => counts.hits)
  total('cli_apps_document_misses_total', 'Documents that were regenerated.', () => counts.misses)
  total('cli_apps_document_stale_total', 'Documents that may have been out of date.', () => counts.stale)
  total('cli_apps_document_evictions_total', 'Documents evicted from the cache.', () => counts.evictions)
  gauge('cli_apps_document_cache_documents', 'Documents in the cache.', () => counts.documents)
  gauge('cli_apps_document_cache_bytes', 'Bytes of the cache.', () => counts.bytes)
  gauge('cli_apps_change_feed_up', '1 while notifications of changes through other servers arrive.', () =>
    Number(isCurrent()),
  )
  gauge('cli_apps_database_up', '1 when the database responds.', () =>
    ping().then(
      () => 1,
      () => 0,
    ),
  )
  if (lostConnections !== undefined)
    total(
      'cli_apps_database_connections_lost_total',
      'Connections to Postgres that were lost or could not be opened.',
      lostConnections,
    )
  if (isReplicaCaughtUp !== undefined)
    gauge('cli_apps_read_replica_up', '1 while reads go to the replica.', () => Number(isReplicaCaughtUp()))
  return {
    registry,
    observe: ({ operation, status, seconds }) => {
      requests.inc({ operation, status: `${Math.floor(status / 100)}xx` })
      durations.observe({ operation }, seconds)
      if (operation === 'publishVersion' && status === 201) publishes.inc()
    },
    refused: (kind) => refusals.inc({ limit: kind }),
  }
}

/** Counts what goes through the routes by operation, of which there are few, never by path. */
export const observeRequests =
  ({ metrics }: Pick<Deps, 'metrics'>): MiddlewareHandler<Env> =>
  async (c, next) => {
    const started = performance.now()
    await next()
    const spec = matchedRoutes(c)
      .map(({ handler }) => operationOf(handler))
      .find((found) => found !== undefined)
    const seconds = (performance.now() - started) / 1000
    metrics.observe({ operation: spec?.id ?? 'other', status: c.res.status, seconds })
  }
