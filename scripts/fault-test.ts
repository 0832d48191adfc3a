// Two registries on a Postgres of their own, writers who keep a ledger of what was acknowledged, and faults all the while:
// the database restarts, freezes, ends its connections; replicas are killed. At the end the ledger must equal the database:
//   npm run fault-test -- [--minutes M] [--restarts N] [--freezes N] [--kills N] [--others N] [--writers N] [--seed S]
// Linux, with the programs of a Postgres server installed. Exits with 1 when anything was lost, doubled, dead or late.
import { execFileSync } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startPostgresCluster } from '../test/support/postgres-cluster.ts'
import { findPostgresPrograms, freePort } from '../test/support/postgres-programs.ts'
import { type FaultKind, faults } from './fault-test/faults.ts'
import { judge } from './fault-test/judge.ts'
import { runProbes } from './fault-test/probes.ts'
import { createReplica } from './fault-test/replica.ts'
import { createViolations } from './fault-test/violations.ts'
import { runWriter } from './fault-test/writer.ts'
import { randomNumbers } from './random-numbers.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '3' },
    restarts: { type: 'string', default: '3' },
    freezes: { type: 'string', default: '2' },
    kills: { type: 'string', default: '3' },
    others: { type: 'string', default: '6' },
    writers: { type: 'string', default: '6' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    program: { type: 'string', default: fileURLToPath(new URL('../services/registry', import.meta.url)) },
  },
})
const count = (
  name: 'minutes' | 'restarts' | 'freezes' | 'kills' | 'others' | 'writers' | 'seed',
): number => {
  const number = Number(values[name])
  if (!Number.isFinite(number) || number < 0)
    throw new RangeError(`--${name} ${values[name]} is not a number`)
  return number
}
const programs = findPostgresPrograms()
if (programs === undefined) throw new Error('the programs of a Postgres server are not installed')
const random = randomNumbers(count('seed'))

const folder = await mkdtemp(path.join(tmpdir(), 'fault-'))
// A copy, so that a concurrent build has no effect.
const program = path.join(folder, 'program')
for (const part of ['bin', 'dist', 'package.json'])
  await cp(path.join(values.program, part), path.join(program, part), { recursive: true })

const cluster = await startPostgresCluster(programs)
const violations = createViolations()
const ports = [await freePort(), await freePort()]
const replicas = ports.map((port) => createReplica({ program, port, databaseUrl: cluster.url, violations }))
let frozenSince: number | undefined
let isOver = false
try {
  for (const replica of replicas) await replica.start()
  const token = createToken('ann')
  createToken('bob')
  const names = Array.from({ length: count('writers') }, (_, index) => `fault-app-${index}`)
  const until = { isOver: () => isOver, replicas, violations }
  const writing = Promise.all(
    names.map((app, index) =>
      runWriter(app, { ...until, token, random: randomNumbers(count('seed') + index + 1) }),
    ),
  )
  const probing = runProbes({
    ...until,
    frozenSince: () => frozenSince,
    document: `/v1/apps/${names[0]}/1.0.0.json`,
  })
  const begun = performance.now()
  await cause(plan())
  // Writes in progress are retried until they are acknowledged.
  isOver = true
  const [ledgers, probes] = await Promise.all([writing, probing])
  for (const replica of replicas) if (!replica.isUp()) await replica.start()
  await judge({ databaseUrl: cluster.url, replicas, ledgers, violations })
  const sum = (of: (ledger: (typeof ledgers)[number]) => number): number =>
    ledgers.reduce((total, ledger) => total + of(ledger), 0)
  console.table({
    seed: count('seed'),
    minutes: Number(((performance.now() - begun) / 60_000).toFixed(1)),
    'acknowledged writes': sum(({ writes }) => writes.length),
    attempts: sum(({ attempts }) => attempts),
    'answered 503': sum(({ refused }) => refused),
    'answers not waited for': sum(({ cutOff }) => cutOff),
    'slowest write, ms': Math.round(Math.max(...ledgers.map(({ slowestMs }) => slowestMs))),
    ...Object.fromEntries(Object.entries(probes).map(([key, value]) => [key, Math.round(value)])),
  })
  console.table(replicas.map((replica) => ({ url: replica.url, ...replica.use() })))
} finally {
  isOver = true
  for (const replica of replicas) await replica.kill('SIGKILL')
  cluster.close()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
console.log(
  violations.all.length === 0
    ? 'Nothing lost, doubled, dead or late.'
    : `${violations.all.length} violations`,
)
process.exit(violations.all.length === 0 ? 0 : 1)

/** The faults in random order, reproducible by seed. */
function plan(): FaultKind[] {
  const others: FaultKind[] = [
    'terminated backends',
    'outage',
    'exhausted connections',
    'locked tables',
    'stopped replica',
    'frozen replica',
  ]
  const kinds: FaultKind[] = [
    ...Array.from({ length: count('restarts') }, (_, index) =>
      index % 2 === 0 ? ('fast restart' as const) : ('immediate restart' as const),
    ),
    ...Array.from({ length: count('freezes') }, () => 'freeze' as const),
    ...Array.from({ length: count('kills') }, () => 'killed replica' as const),
    ...Array.from({ length: count('others') }, (_, index) => others[index % others.length] ?? 'outage'),
  ]
  return kinds
    .map((kind) => ({ kind, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ kind }) => kind)
}

/** Causes the faults one by one, spread evenly over the requested time, or longer if they take longer. */
async function cause(kinds: readonly FaultKind[]): Promise<void> {
  const begun = performance.now()
  const step = (count('minutes') * 60_000) / (kinds.length + 1)
  for (const [index, kind] of kinds.entries()) {
    await delay(Math.max(200, begun + (index + 1) * step - performance.now()))
    console.error(`${new Date().toISOString()} ${index + 1}/${kinds.length} ${kind}`)
    const frozen = (isFrozen: boolean): void => {
      frozenSince = isFrozen ? performance.now() : undefined
    }
    await faults[kind]({ cluster, replicas, random, frozen })
    for (const replica of replicas) if (!replica.isUp()) await replica.start()
  }
  await delay(Math.max(0, begun + count('minutes') * 60_000 - performance.now()))
}

function createToken(user: string): string {
  const scopes = ['publish:*', 'yank:*', 'owners:*'].flatMap((scope) => ['--scope', scope])
  const args = ['token', 'create', '--user', user, ...scopes, '--json']
  const text = execFileSync(process.execPath, [`${program}/bin/cli-apps-registry.js`, ...args], {
    env: { ...process.env, DATABASE_URL: cluster.url },
    encoding: 'utf8',
  })
  return (JSON.parse(text) as { token: string }).token
}
