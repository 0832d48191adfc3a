import type { SigningKey } from '@cli-apps/core/node'
import type { PublishPolicy } from '@cli-apps/core/publish-rules'
import type { Logger } from 'pino'
import { createDownloadCounts, type DownloadCounts } from './apps/download-counts.ts'
import { createDocumentReader, type ReadAppDocument } from './apps/read/document-reader.ts'
import { createIdentityVerifier, type IdentityVerifier } from './auth/oidc/verify-identity.ts'
import type { Database, Queries } from './db/database.ts'
import { createIndexDocuments, type IndexDocuments } from './documents/index-documents.ts'
import { type ClientAddress, createClientAddress } from './http/client-address.ts'
import { createDocumentCache, type DocumentCache } from './http/document-cache.ts'
import { createMetrics, type Metrics } from './http/metrics.ts'
import { createRateLimiter, type RateLimiter, type RateLimits, unlimited } from './http/rate-limiter.ts'
import { withDeadline } from './with-deadline.ts'
import { createSkillSummaries, type SkillSummaries } from './work/skill-summaries.ts'
import { workPool } from './work/work-pool.ts'

/** Whoever balances load asks every few seconds, and gives up soon. */
const pingMs = 2000

/** All that the routes need; tests make their own. */
export interface Deps {
  /** The database of record. */
  db: Queries
  /** Where reads go now: the database of record, or a replica that has caught up with it. */
  reads: () => Queries
  /** Throws when the database does not answer within two seconds. */
  ping: () => Promise<void>
  documents: DocumentCache
  /** False while changes may go unheard: documents in the cache are then given out as stale. */
  isCurrent: () => boolean
  readAppDocument: ReadAppDocument
  downloads: DownloadCounts
  limiter: RateLimiter
  clientAddress: ClientAddress
  metrics: Metrics
  /** The skills of versions in short, as they were made once. */
  skillSummaries: SkillSummaries
  /** The index and its shards, as they are now. */
  indexes: IndexDocuments
  /** What versions and the index are signed with; absent in a registry that does not sign. */
  signer?: Pick<SigningKey, 'id' | 'sign'> | undefined
  /** Takes the identities of OpenID issuers; of none when nothing is said. */
  identities: IdentityVerifier
  /** Forgets what was rendered of an app, or of all: the one way a change reaches the readers of this process. */
  changed: (app?: string) => void
  log: Logger
  now: () => Date
  policy: PublishPolicy
  /** Where the world sees this server, such as `https://registry.example.org`; the request's own origin when absent. */
  publicUrl?: string | undefined
  /** True once the server has begun to stop. */
  isDraining?: (() => boolean) | undefined
  /** The longest that a handler may take, in milliseconds. */
  requestMs: number
}

export interface DepsOptions
  extends Pick<Deps, 'log' | 'now' | 'publicUrl' | 'isDraining' | 'signer'>,
    Partial<Pick<Deps, 'identities' | 'policy' | 'requestMs'>> {
  /** How much of rendered documents is kept in memory. */
  cacheBytes?: number | undefined
  /** Nothing is limited when absent. */
  rateLimits?: RateLimits | undefined
  /** Proxies of the operator's own in front of the server, which tell it the address of a client. */
  trustedProxies?: number | undefined
}

/** Makes what the routes need from an open, migrated database, and follows its changes. */
export async function createDeps(
  database: Pick<Database, 'queries' | 'listen' | 'ping' | 'replica' | 'lostConnections'>,
  { cacheBytes, rateLimits, trustedProxies = 0, ...options }: DepsOptions,
): Promise<Deps> {
  const { queries, replica } = database
  const ping = (): Promise<void> => withDeadline(database.ping(), pingMs)
  const reads = (): Queries => (replica?.isCaughtUp() ? replica.queries : queries)
  const documents = createDocumentCache(cacheBytes)
  const indexes = createIndexDocuments(options.signer)
  const changed = (app?: string): void => {
    // First: what is rendered from now on must not come from a replica that lacks the change.
    replica?.fallBehind()
    indexes.drop(app)
    documents.drop(app)
  }
  // The empty name stands for a change that is of no app.
  const { isCurrent } = await database.listen((app) => changed(app || undefined))
  const { now } = options
  workPool.warm()
  return {
    db: queries,
    reads,
    ping,
    documents,
    isCurrent,
    readAppDocument: createDocumentReader(reads),
    downloads: createDownloadCounts(),
    limiter: rateLimits === undefined ? unlimited : createRateLimiter({ limits: rateLimits, now }),
    clientAddress: createClientAddress(trustedProxies),
    metrics: createMetrics({
      documents,
      isCurrent,
      ping,
      isReplicaCaughtUp: replica?.isCaughtUp,
      lostConnections: database.lostConnections,
    }),
    indexes,
    skillSummaries: createSkillSummaries(),
    changed,
    policy: { allowGit: true },
    requestMs: 15_000,
    identities: createIdentityVerifier({ issuers: [] }),
    ...options,
  }
}
