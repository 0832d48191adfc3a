import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { CacheCounts } from './document-cache.ts'
import type { LimitClass } from './rate-limiter.ts'

/** The Prometheus metrics of one server. */
export interface Metrics {
  registry: Registry
  /** Records one request that went through the routes. `operation` is the id of the operation that answered it. */
  observe(request: { operation: string; status: number; seconds: number }): void
  refused(kind: LimitClass): void
}

interface DatabaseState {
  isCurrent: () => boolean
  ping: () => Promise<void>
  isReplicaCaughtUp?: (() => boolean) | undefined
  lostConnections?: (() => number) | undefined
}

export function createMetrics({
  documents,
  ...database
}: DatabaseState & { documents: { counts: Readonly<CacheCounts> } }): Metrics {
  const registry = new Registry()
  const counters = addRequestCounters(registry)
  addCacheMetrics(registry, documents.counts)
  addDatabaseMetrics(registry, database)
  return { registry, ...counters }
}

function addRequestCounters(registry: Registry): Pick<Metrics, 'observe' | 'refused'> {
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
  return {
    observe: ({ operation, status, seconds }) => {
      requests.inc({ operation, status: `${Math.floor(status / 100)}xx` })
      durations.observe({ operation }, seconds)
      if (operation === 'publishVersion' && status === 201) publishes.inc()
    },
    refused: (kind) => refusals.inc({ limit: kind }),
  }
}

function addCacheMetrics(registry: Registry, counts: Readonly<CacheCounts>): void {
  const { total, gauge } = metersOf(registry)
  total('cli_apps_document_hits_total', 'Documents from the cache.', () => counts.hits)
  total('cli_apps_document_misses_total', 'Documents that were regenerated.', () => counts.misses)
  total('cli_apps_document_stale_total', 'Documents that may have been out of date.', () => counts.stale)
  total('cli_apps_document_evictions_total', 'Documents evicted from the cache.', () => counts.evictions)
  gauge('cli_apps_document_cache_documents', 'Documents in the cache.', () => counts.documents)
  gauge('cli_apps_document_cache_bytes', 'Bytes of the cache.', () => counts.bytes)
}

function addDatabaseMetrics(
  registry: Registry,
  { isCurrent, ping, isReplicaCaughtUp, lostConnections }: DatabaseState,
): void {
  const { total, gauge } = metersOf(registry)
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
}

/** Registers metrics whose values are kept elsewhere and read at scrape time: totals that only grow, and gauges. */
const metersOf = (registry: Registry) => ({
  total: (name: string, help: string, read: () => number): void => {
    new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        this.reset()
        this.inc(read())
      },
    })
  },
  gauge: (name: string, help: string, read: () => number | Promise<number>): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await read())
      },
    })
  },
})
