import { resourceFolder } from '@cli-apps/core/node'
import pino from 'pino'
import * as z from 'zod'
import { createApp } from '../app.ts'
import { refreshOutdatedApps } from '../apps/refresh-app.ts'
import { seedCatalog } from '../apps/seed-catalog.ts'
import { createIdentityVerifier } from '../auth/oidc/verify-identity.ts'
import { type Command, dataHelp, dataOption, signingHelp, signingOption } from '../command.ts'
import { parseWith, type RegistryConfig, readConfig } from '../config.ts'
import { type OpenDatabase, openDatabase } from '../db/open-database.ts'
import { createDeps } from '../deps.ts'
import { startServer } from '../http/start-server.ts'
import { createOperatorApp } from '../operator/operator-app.ts'
import { openOperatorSocket } from '../operator/operator-socket.ts'
import { openSigner, type Signer } from '../signing/open-signer.ts'
import { signVersions } from '../signing/sign-versions.ts'

const drainLimitMs = 10_000

const Flags = z.object({
  port: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a number from 0 to 65535')
    .transform(Number)
    .refine((port) => port <= 65_535, 'must be a number from 0 to 65535')
    .default(4870),
  host: z.string().min(1).default('127.0.0.1'),
  'no-seed': z.boolean().default(false),
  'public-url': z.url({ protocol: /^https?$/, message: 'must be an http or https URL' }).optional(),
})

export const serveCommand: Command = {
  usage: 'serve [--port N] [--host ADDRESS] [--data DIR] [--no-seed] [--public-url URL] [--signing-key FILE]',
  help: [
    'Serves the registry until SIGTERM or SIGINT. Migrates first, and seeds an empty database from the catalogue.',
    '',
    '--port N          4870 when absent; 0 takes any free one',
    '--host ADDRESS    127.0.0.1 when absent',
    '--no-seed         leave an empty database empty',
    '--public-url URL  where the world reaches this server, for the addresses in answers',
    dataHelp,
    signingHelp,
    '',
    'CLI_APPS_GIT_SOURCES=refuse takes no install methods that build from git.',
    'CLI_APPS_LOG_LEVEL sets what is logged to stderr: debug, info (when absent), warn, error, silent.',
    'CLI_APPS_OIDC_ISSUERS names the issuers of trusted publishing, with commas; GitHub and GitLab when absent.',
  ],
  options: {
    ...dataOption,
    ...signingOption,
    port: { type: 'string' },
    host: { type: 'string' },
    'no-seed': { type: 'boolean' },
    'public-url': { type: 'string' },
  },
  run: async ({ values, environment, print }) => {
    const flags = parseWith(Flags, values)
    const config = readConfig(values, environment)
    const log = pino({ level: config.logLevel, base: null }, pino.destination({ fd: 2, sync: true }))
    const database = await openDatabase(config)
    try {
      await serve(database, { flags, log, config, print })
    } finally {
      await database.close()
    }
  },
}

interface ServeOptions {
  flags: z.infer<typeof Flags>
  log: pino.Logger
  config: RegistryConfig
  print: (result: Readonly<Record<string, unknown>>, text: string) => void
}

async function serve(database: OpenDatabase, { flags, log, config, print }: ServeOptions): Promise<void> {
  const now = () => new Date()
  await database.migrate()
  await refreshOutdatedApps(database.queries)
  const signer = await openSigner(database, { ...config, now: now() })
  if (!flags['no-seed']) {
    const folder = resourceFolder('catalog')
    const { published, refused } = await seedCatalog(database.queries, {
      folder,
      now: now(),
      onlyIfEmpty: true,
      signer,
    })
    if (published.length > 0) log.info({ published: published.length }, 'seeded an empty database')
    for (const issue of refused) log.warn({ issue }, 'a file of the catalogue was left out')
  }
  await startSigning(database, signer, log)
  let isDraining = false
  const publicUrl = flags['public-url']
  const { policy } = config
  const identities = createIdentityVerifier({ issuers: config.oidcIssuers })
  const deps = await createDeps(database, {
    log,
    now,
    policy,
    identities,
    publicUrl,
    signer,
    isDraining: () => isDraining,
  })
  const server = await startServer(createApp(deps), flags)
  const operator = createOperatorApp(
    { database, config, now, changed: deps.changed, signer: async () => signer },
    deps,
  )
  const socket = database.lock && (await openOperatorSocket(operator, config.dataFolder))
  if (socket !== undefined) await database.lock?.annotate(socket.address)
  const stopped = nextSignal()
  print({ url: server.url, pid: process.pid }, `Listening on ${server.url}`)
  log.info({ signal: await stopped }, 'draining')
  isDraining = true
  await socket?.close()
  // Whoever asks twice does not want to wait.
  await Promise.race([server.drain(drainLimitMs), nextSignal().then(() => server.drain(0))])
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
  if (signed > 0) log.info({ signed }, 'signed versions that were not')
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
