import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { readPublication } from '@cli-apps/core'
import { sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import pino from 'pino'
import postgres from 'postgres'
import { createApp } from '../../services/registry/src/app.ts'
import {
  createIdentityVerifier,
  type IdentityVerifierOptions,
} from '../../services/registry/src/auth/oidc/verify-identity.ts'
import { parseScopes } from '../../services/registry/src/auth/scope.ts'
import { createToken } from '../../services/registry/src/auth/tokens.ts'
import type { Database } from '../../services/registry/src/db/database.ts'
import { openEmbedded } from '../../services/registry/src/db/embedded/open-embedded.ts'
import { openPostgres } from '../../services/registry/src/db/postgres/open-postgres.ts'
import { createDeps, type Deps, type DepsOptions } from '../../services/registry/src/deps.ts'
import type { Env } from '../../services/registry/src/http/env.ts'

/** Left by the build before the tests, so that a database in memory need not be made from nothing. */
const cluster = fileURLToPath(new URL('../../services/registry/dist/cluster.tar.br', import.meta.url))

/** Embedded databases that tests have closed, with empty tables: making another takes a hundred times as long. */
const idle: Database[] = []

/** An embedded database in memory, whatever the other tests run on. */
export async function openEmbeddedDatabase(): Promise<Database> {
  const database = idle.pop() ?? (await openEmbedded(undefined, cluster))
  return {
    ...database,
    close: async () => {
      await emptyTables(database)
      idle.push(database)
    },
  }
}

/** A database of the test's own: on the Postgres server of TEST_DATABASE_URL, else embedded and in memory. */
export async function openTestDatabase(): Promise<Database> {
  if (!process.env.TEST_DATABASE_URL) return openEmbeddedDatabase()
  const { url, drop } = await createPostgresDatabase(process.env.TEST_DATABASE_URL)
  const database = await openPostgres(url)
  return {
    ...database,
    close: async () => {
      await database.close()
      await drop()
    },
  }
}

/** An empty database with a random name on that server. */
export async function createPostgresDatabase(
  server: string,
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `cli_apps_test_${randomBytes(6).toString('hex')}`
  // A locale whose own order is not that of bytes, so that a missing COLLATE shows.
  const locale = `template template0 locale_provider icu icu_locale 'en-US'`
  await onServer(server, `create database ${name} encoding 'UTF8' ${locale}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => onServer(server, `drop database ${name} with (force)`) }
}

export async function onServer(url: string, statement: string): Promise<void> {
  const client = postgres(url, { max: 1, onnotice: () => {} })
  await client.unsafe(statement)
  await client.end()
}

export interface TestRegistry {
  database: Database
  deps: Deps
  app: Hono<Env>
  /** What the registry takes for now. */
  clock: { now: Date }
  /** A bearer token of that user. */
  token(user: string, ...scopes: string[]): Promise<string>
  get(path: string, headers?: Record<string, string>): Promise<Response>
  post(path: string, body: unknown): Promise<Response>
  /** PUTs a manifest, or one with its command trees, to its own address. */
  publish(publication: Record<string, unknown>, token: string): Promise<Response>
  put(path: string, body: string, headers?: Record<string, string>): Promise<Response>
  /** `POST /v1/apps/…` and the like, with a token and a JSON body where there is one. */
  send(request: string, token?: string, body?: unknown): Promise<Response>
  /** Empties every table and cache. */
  reset(): Promise<void>
  close(): Promise<void>
}

/** The whole registry on a migrated database, without a socket. */
export async function createTestRegistry(
  open = openTestDatabase,
  {
    signer,
    rateLimits,
    ...identities
  }: Pick<DepsOptions, 'signer' | 'rateLimits'> & Partial<IdentityVerifierOptions> = {},
): Promise<TestRegistry> {
  const database = await open()
  await database.migrate()
  const clock = { now: new Date('2026-01-02T03:04:05.678Z') }
  const deps = await createDeps(database, {
    log: pino({ level: 'silent' }),
    now: () => clock.now,
    // A loaded machine may take longer than a server should.
    requestMs: 60_000,
    rateLimits,
    signer,
    identities: createIdentityVerifier({ issuers: [], ...identities }),
  })
  const app = createApp(deps)
  const request = async (path: string, init: RequestInit): Promise<Response> => app.request(path, init)
  const put: TestRegistry['put'] = (path, body, headers = {}) =>
    request(path, { method: 'PUT', body, headers })
  return {
    database,
    deps,
    app,
    clock,
    put,
    token: async (user, ...scopes) =>
      (await createToken(database.queries, clock.now, { user, scopes: parseScopes(scopes) })).token,
    get: (path, headers = {}) => request(path, { headers }),
    post: (path, body) =>
      request(path, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) }),
    publish: (publication, token) => {
      const { name, version } = readPublication(publication).manifest as Record<string, unknown>
      return put(`/v1/apps/${name}/${encodeURIComponent(String(version))}`, JSON.stringify(publication), {
        Authorization: `Bearer ${token}`,
      })
    },
    send: (text, token, body) => {
      const [method = '', path = ''] = text.split(' ')
      return request(path, {
        method,
        headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
    },
    reset: async () => {
      await emptyTables(database)
      deps.changed()
    },
    close: () => database.close(),
  }
}

async function emptyTables({ queries }: Database): Promise<void> {
  await queries.transaction(async (tx) => {
    // The audit log and the versions refuse this otherwise.
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(
      sql`truncate app_search, search_words, install_counts, app_organisations, approvals, dist_tags, name_prefixes, organisation_members, organisations, rate_limits, signing_keys, trusted_publishers, audit_log, web_sessions, pending_identities, user_identities, tokens, app_names, app_owners, held_versions, playbooks, versions, apps, users restart identity`,
    )
  })
}
