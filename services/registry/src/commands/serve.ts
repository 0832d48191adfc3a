import { resourceFolder } from '@cli-apps/core/node'
import pino from 'pino'
import { createServingApp } from '../app.ts'
import { migrateRegistry } from '../apps/migrate-registry.ts'
import { missingSourcesFinder } from '../apps/publish/find-missing-sources.ts'
import { seedCatalog } from '../apps/publish/seed-catalog.ts'
import { createIdentityVerifier } from '../auth/oidc/verify-identity.ts'
import { createSignInProvider, type SignInProvider } from '../auth/sign-in/sign-in-provider.ts'
import { startBackground } from '../background.ts'
import type { RegistryCommand } from '../command.ts'
import { parseWith, type RegistryConfig, readRegistryConfig } from '../config.ts'
import { type OpenDatabase, openDatabase } from '../db/open-database.ts'
import { createDeps, type Deps } from '../deps.ts'
import { createFrontApp, type FrontApp } from '../http/front-app.ts'
import { createMetricsApp } from '../http/metrics-app.ts'
import { type RunningServer, startServer } from '../http/start-server.ts'
import { createOperatorApp } from '../operator/operator-app.ts'
import { openOperatorSocket } from '../operator/operator-socket.ts'
import { openSignIn } from '../sign-in-config.ts'
import { openSigner, type Signer } from '../signing/open-signer.ts'
import { signVersions } from '../signing/sign-versions.ts'
import { ServeFlags, serveNotes, serveOptions } from './serve-flags.ts'

const drainLimitMs = 10_000

/** The longest that one statement may take. */
const statementTimeoutMs = 15_000

export const serveCommand: RegistryCommand = {
  about:
    'Serve the registry until SIGTERM or SIGINT. Migrates first, and seeds an empty database from the catalog.',
  options: serveOptions,
  notes: serveNotes,
  positionals: {},
  run: async ({ values, environment, print }) => {
    const config = readRegistryConfig(values, environment)
    const flags = parseWith(ServeFlags, {
      ...values,
      'rate-limits': values['rate-limits'] ?? config.rateLimits,
    })
    const log = pino({ level: config.logLevel, base: null }, pino.destination({ fd: 2, sync: true }))
    const signIn = await openProvider(config, flags)
    const database = await openDatabase({ ...config, statementTimeoutMs, isSeeded: !flags['no-seed'] })
    let isHurried = false
    try {
      isHurried = await serve(database, { flags, log, config, signIn, print })
    } finally {
      // Whoever asks twice does not want to wait, also not for the database: it may not answer.
      if (!isHurried) await database.close()
    }
  },
}

interface ServeOptions {
  flags: ServeFlags
  log: pino.Logger
  config: RegistryConfig
  signIn: SignInProvider | undefined
  print: (result: Readonly<Record<string, unknown>>, text: string) => void
}

/** Before the database opens, so that a mistake in the configuration ends the start at once. */
async function openProvider(
  { signIn }: RegistryConfig,
  flags: ServeFlags,
): Promise<SignInProvider | undefined> {
  return signIn && createSignInProvider(await openSignIn(signIn, flags['public-url']))
}

/**
 * Listens at once, and serves from when all is ready until a signal; then lets requests finish. True when a second signal cut
 * that short.
 */
async function serve(database: OpenDatabase, options: ServeOptions): Promise<boolean> {
  const front = createFrontApp()
  const server = await startServer(front, options.flags)
  options.log.info({ url: server.url }, 'listening, and not ready yet')
  try {
    return await serveWith({ server, front }, database, options)
  } catch (error) {
    await server.drain(0)
    throw error
  }
}

async function serveWith(
  { server, front }: { server: RunningServer; front: FrontApp },
  database: OpenDatabase,
  { flags, log, config, signIn, print }: ServeOptions,
): Promise<boolean> {
  const now = () => new Date()
  const signer = await prepare(database, { flags, log, config })
  let isDraining = false
  const identities = createIdentityVerifier({ issuers: config.oidcIssuers })
  const deps = await createDeps(database, {
    log,
    now,
    policy: config.policy,
    ...(config.looksUpSources && { findMissingSources: missingSourcesFinder() }),
    identities,
    signIn,
    signer,
    publicUrl: flags['public-url'],
    contact: config.contact,
    isDraining: () => isDraining,
    cacheBytes: flags['cache-mb'],
    rateLimits: flags['rate-limits'] ?? undefined,
    trustedProxies: flags['trusted-proxies'],
  })
  const { app, warm } = createServingApp(deps)
  await warm()
  const metrics = await startMetrics(deps, flags)
  const background = startBackground(deps, { isShared: database.kind === 'postgres' })
  const operator = createOperatorApp(
    { database, config, now, changed: deps.changed, signer: async () => signer },
    deps,
  )
  const socket = database.lock && (await openOperatorSocket(operator, config.dataFolder))
  if (socket !== undefined) await database.lock?.annotate(socket.address)
  const stopped = nextSignal()
  front.open(app)
  print({ url: server.url, pid: process.pid, metrics: metrics?.url }, `Listening on ${server.url}`)
  log.info({ signal: await stopped }, 'draining')
  isDraining = true
  const hurried = nextSignal().then(() => true)
  const finish = async (): Promise<boolean> => {
    await socket?.close()
    await server.drain(drainLimitMs)
    await background.stop()
    await metrics?.drain(0)
    return false
  }
  return Promise.race([finish(), hurried])
}

/** Brings the database to where it can be served: migrated, seeded and signed. Gives what signs from then on. */
async function prepare(
  database: OpenDatabase,
  { flags, log, config }: Omit<ServeOptions, 'print' | 'signIn'>,
): Promise<Signer | undefined> {
  log.info({ database: database.kind }, 'preparing the tables and, in an empty database, the catalog')
  await migrateRegistry(database)
  const signer = await openSigner(database, { ...config, now: new Date() })
  if (!flags['no-seed']) {
    const { published, refused } = await seedCatalog(database.queries, {
      folder: resourceFolder('catalog'),
      now: new Date(),
      onlyIfEmpty: true,
      signer,
    })
    if (published.length > 0) log.info({ published: published.length }, 'seeded an empty database')
    for (const issue of refused) log.warn({ issue }, 'a file of the catalog was skipped')
  }
  await startSigning(database, signer, log)
  return signer
}

/** On a port of its own, since what the metrics tell is not for the world. */
async function startMetrics(deps: Deps, flags: ServeFlags): Promise<RunningServer | undefined> {
  const port = flags['metrics-port']
  return port === undefined
    ? undefined
    : startServer(createMetricsApp(deps), { port, host: flags['metrics-host'] })
}

/** A registry that signs leaves nothing unsigned, also what is older than its key: readers would refuse it. */
async function startSigning(
  database: OpenDatabase,
  signer: Signer | undefined,
  log: pino.Logger,
): Promise<void> {
  if (signer === undefined)
    return log.warn('nothing is signed: name a key with --signing-key or CLI_APPS_SIGNING_KEY')
  const signed = await signVersions(database.queries, signer, new Date())
  if (signed > 0) log.info({ signed }, 'signed versions without a signature')
  if (signer.validUntil !== null)
    log.warn({ key: signer.id, until: signer.validUntil }, 'the signing key has been replaced and ends soon')
}

const nextSignal = (): Promise<string> =>
  new Promise((resolve) => {
    const stop = (signal: string): void => {
      process.off('SIGTERM', stop)
      process.off('SIGINT', stop)
      resolve(signal)
    }
    process.on('SIGTERM', stop)
    process.on('SIGINT', stop)
  })
