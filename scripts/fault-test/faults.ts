import { setTimeout as delay } from 'node:timers/promises'
import postgres from 'postgres'
import type { PostgresCluster } from '../../test/support/postgres-cluster.ts'
import type { Replica } from './replica.ts'

export interface FaultSite {
  cluster: PostgresCluster
  replicas: readonly Replica[]
  random: () => number
  /** Called when the database freezes and when it resumes. */
  frozen: (isFrozen: boolean) => void
}

export type FaultKind =
  | 'fast restart'
  | 'immediate restart'
  | 'outage'
  | 'freeze'
  | 'terminated backends'
  | 'exhausted connections'
  | 'locked tables'
  | 'killed replica'
  | 'stopped replica'
  | 'frozen replica'

/** Causes each fault, and returns when everything it stopped runs again. */
export const faults: Readonly<Record<FaultKind, (site: FaultSite) => Promise<void>>> = {
  'fast restart': (site) => restart(site, 'fast', 0),
  'immediate restart': (site) => restart(site, 'immediate', 0),
  outage: (site) => restart(site, site.random() < 0.5 ? 'fast' : 'immediate', 2000 + 6000 * site.random()),
  freeze: async ({ cluster, random, frozen }) => {
    cluster.freeze()
    frozen(true)
    try {
      await delay(2000 + 12_000 * random())
    } finally {
      frozen(false)
      cluster.thaw()
    }
  },
  'terminated backends': async ({ cluster, random }) => {
    await onServer(cluster.url, async (sql) => {
      const rounds = 1 + Math.floor(random() * 30)
      for (let round = 0; round < rounds; round++) {
        await sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'`
        await delay(200 * random())
      }
    })
  },
  'exhausted connections': async ({ cluster, random }) => {
    await onServer(cluster.url, async (sql) => {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'`
      const hogs = Array.from({ length: 110 }, () => postgres(cluster.url, { max: 1, connect_timeout: 5 }))
      await Promise.allSettled(hogs.map((hog) => hog`select 1`))
      await delay(1000 + 3000 * random())
      await Promise.allSettled(hogs.map((hog) => hog.end({ timeout: 1 })))
    })
  },
  'locked tables': async ({ cluster, random }) => {
    await onServer(cluster.url, async (sql) => {
      await sql.begin(async (tx) => {
        await tx`lock table apps in access exclusive mode`
        await delay(1000 + 7000 * random())
      })
    })
  },
  'killed replica': async ({ replicas, random }) => {
    const replica = pick(replicas, random)
    await replica.kill('SIGKILL')
    await delay(500 * random())
    await replica.start()
  },
  'stopped replica': async ({ replicas, random }) => {
    const replica = pick(replicas, random)
    await replica.kill('SIGTERM')
    await replica.start()
  },
  'frozen replica': async ({ replicas, random }) => {
    const replica = pick(replicas, random)
    replica.freeze()
    await delay(500 + 5000 * random())
    replica.thaw()
  },
}

async function restart({ cluster }: FaultSite, mode: 'fast' | 'immediate', downMs: number): Promise<void> {
  cluster.stop(mode)
  await delay(downMs)
  cluster.start()
}

/** Runs work on a separate connection, which the faults do not terminate. */
async function onServer(url: string, work: (sql: postgres.Sql) => Promise<void>): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    await work(sql)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

function pick(replicas: readonly Replica[], random: () => number): Replica {
  const replica = replicas[Math.floor(random() * replicas.length)]
  if (replica === undefined) throw new RangeError('no replica')
  return replica
}
