import type { SigningKey } from '@cli-apps/core/node'
import type { PublishPolicy } from '@cli-apps/core/publish-rules'
import type { Logger } from 'pino'
import { createDownloadCounts, type DownloadCounts } from './apps/download-counts.ts'
import { createInstallTally, type InstallTally } from './apps/install-counts.ts'
import type { FindMissingSources } from './apps/publish/find-missing-sources.ts'
import { createDocumentReader, type ReadAppDocument } from './apps/read/document-reader.ts'
import { createSearchIndexes } from './apps/search/search-index.ts'
import { createIdentityVerifier, type IdentityVerifier } from './auth/oidc/verify-identity.ts'
import type { SignInProvider } from './auth/sign-in/sign-in-provider.ts'
import type { Database, Queries } from './db/database.ts'
import type { SearchIndex } from './db/queries/find-search-rows.ts'
import { createIndexDocuments, type IndexDocuments } from './documents/index-documents.ts'
import { type ClientAddress, createClientAddress } from './http/client-address.ts'
import { createDocumentCache, type DocumentCache } from './http/document-cache.ts'
import { createMetrics, type Metrics } from './http/metrics.ts'
import { createRateLimiter, type RateLimiter, type RateLimits, unlimited } from './http/rate-limiter.ts'
import { withDeadline } from './with-deadline.ts'
import { createSkillSummaries, type SkillSummaries } from './work/skill-summaries.ts'
import { workPool } from './work/work-pool.ts'

/** Load balancers poll every few seconds and give up quickly. */
const pingMs = 2000

/** Everything that the routes need; tests create their own. */
export interface Deps {
  /** The primary database. */
  db: Queries
  /** Where to read now: the primary, or a replica that has caught up with it. */
  reads: () => Queries
  /** Throws when the database does not answer within two seconds. */
  ping: () => Promise<void>
  documents: DocumentCache
  /** False while changes may be missed; cached documents are then served as stale. */
  isCurrent: () => boolean
  readAppDocument: ReadAppDocument
  downloads: DownloadCounts
  installs: InstallTally
  limiter: RateLimiter
  clientAddress: ClientAddress
  metrics: Metrics
  /** Cached summaries of skills. */
  skillSummaries: SkillSummaries
  /** What searches ask now: the database, or what is known of a small registry. */
  searchIndex: () => Promise<SearchIndex>
  /** The current index and its shards. */
  indexes: IndexDocuments
  /** Signs versions and the index; absent in a registry that does not sign. */
  signer?: Pick<SigningKey, 'id' | 'sign'> | undefined
  /** Verifies OIDC identities; by default no issuer is accepted. */
  identities: IdentityVerifier
  /** Where people sign in; absent where a token is the only way. */
  signIn?: SignInProvider | undefined
  /** Invalidates what was rendered of one app, or of all. All changes reach this process's caches through it. */
  changed: (app?: string) => void
  log: Logger
  now: () => Date
  policy: PublishPolicy
  /** Looks up the packages of new versions; absent where the registry asks nobody. */
  findMissingSources?: FindMissingSources | undefined
  /** Public URL such as `https://registry.example.org`; the request's own origin when absent. */
  publicUrl?: string | undefined
  /** Where people reach the operator: an https or mailto address. */
  contact?: string | undefined
  /** True once the server has begun to stop. */
  isDraining?: (() => boolean) | undefined
  /** Time limit of a handler in milliseconds. */
  requestMs: number
}

export interface DepsOptions
  extends Pick<
      Deps,
      'log' | 'now' | 'publicUrl' | 'contact' | 'isDraining' | 'signer' | 'signIn' | 'findMissingSources'
    >,
    Partial<Pick<Deps, 'identities' | 'policy' | 'requestMs'>> {
  /** Maximum size of the document cache in bytes. */
  cacheBytes?: number | undefined
  /** No limits when absent. */
  rateLimits?: RateLimits | undefined
  /** Number of the operator's own proxies in front of the server, which report the client's address. */
  trustedProxies?: number | undefined
}

/** Creates what the routes need from an open, migrated database, and subscribes to its changes. */
export async function createDeps(
  database: Pick<Database, 'queries' | 'listen' | 'ping' | 'replica' | 'lostConnections'>,
  { cacheBytes, rateLimits, trustedProxies = 0, ...options }: DepsOptions,
): Promise<Deps> {
  const { queries, replica } = database
  const ping = (): Promise<void> => withDeadline(database.ping(), pingMs)
  const reads = (): Queries => (replica?.isCaughtUp() ? replica.queries : queries)
  const { now } = options
  const documents = createDocumentCache(cacheBytes, () => now().getTime())
  const indexes = createIndexDocuments(options.signer)
  let isListening = (): boolean => false
  const searches = createSearchIndexes(reads, () => isListening())
  const changed = (app?: string): void => {
    // First, so that nothing is rendered from a replica that lacks the change.
    replica?.fallBehind()
    indexes.drop(app)
    documents.drop(app)
    searches.drop(app)
  }
  // The empty name announces a change that concerns no single app.
  const { isCurrent } = await database.listen((app) => changed(app || undefined))
  isListening = isCurrent
  workPool.warm()
  return {
    db: queries,
    reads,
    ping,
    documents,
    isCurrent,
    readAppDocument: createDocumentReader(reads),
    downloads: createDownloadCounts(),
    installs: createInstallTally(options.now),
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
    searchIndex: searches.current,
    skillSummaries: createSkillSummaries(),
    changed,
    policy: { allowGit: true },
    requestMs: 15_000,
    identities: createIdentityVerifier({ issuers: [] }),
    ...options,
  }
}
