import { setTimeout as delay } from 'node:timers/promises'
import type { Replica } from './replica.ts'
import type { Violations } from './violations.ts'

/** Observations from outside during the faults; times in milliseconds. */
export interface ProbeReport {
  readyz: number
  /** The slowest `/readyz`, and the slowest while the database was frozen. */
  slowestReadyz: number
  slowestFrozenReadyz: number
  reads: number
  stale: number
  slowestRead: number
  slowestHealthz: number
}

interface ProbeOptions {
  replicas: readonly Replica[]
  violations: Violations
  /** Start of the current freeze, on the clock of `performance.now()`. */
  frozenSince: () => number | undefined
  /** Whether a replica is stopped on purpose, so that it cannot answer. */
  isOver: () => boolean
  /** A document that each replica is asked for until it has it. */
  document: string
}

const everyMs = 250
/** `/readyz` takes up to two seconds, plus a margin for a busy machine. */
const readyLimitMs = 5000
const readLimitMs = 16_000

/** Requests readiness, health and a known document from each replica until the test is over. */
export async function runProbes(options: ProbeOptions): Promise<ProbeReport> {
  const report: ProbeReport = {
    readyz: 0,
    slowestReadyz: 0,
    slowestFrozenReadyz: 0,
    reads: 0,
    stale: 0,
    slowestRead: 0,
    slowestHealthz: 0,
  }
  await Promise.all(
    options.replicas.flatMap((replica) => [
      repeat(options, () => probeReadiness(replica, options, report)),
      repeat(options, () => probeHealth(replica, report)),
      probeReads(replica, options, report),
    ]),
  )
  return report
}

async function repeat({ isOver }: ProbeOptions, probe: () => Promise<void>): Promise<void> {
  while (!isOver()) {
    await probe()
    await delay(everyMs)
  }
}

async function probeReadiness(replica: Replica, options: ProbeOptions, report: ProbeReport): Promise<void> {
  const { violations, frozenSince } = options
  const frozenBefore = frozenSince()
  const { status, ms } = await ask(replica, '/readyz')
  if (status === undefined) return
  report.readyz++
  report.slowestReadyz = Math.max(report.slowestReadyz, ms)
  if (ms > readyLimitMs) violations.add(`${replica.url}/readyz took ${Math.round(ms)} ms`)
  if (frozenBefore === undefined || frozenSince() !== frozenBefore) return
  report.slowestFrozenReadyz = Math.max(report.slowestFrozenReadyz, ms)
  if (status !== 503) violations.add(`${replica.url}/readyz answered ${status} while the database was frozen`)
}

async function probeHealth(replica: Replica, report: ProbeReport): Promise<void> {
  const { status, ms } = await ask(replica, '/healthz')
  if (status !== undefined) report.slowestHealthz = Math.max(report.slowestHealthz, ms)
}

/** Once a process has served a document, it must keep serving it whatever happens to the database. */
async function probeReads(replica: Replica, options: ProbeOptions, report: ProbeReport): Promise<void> {
  let knownBy = -1
  await repeat(options, async () => {
    const generation = replica.generation()
    const { status, ms, isStale } = await ask(replica, options.document)
    if (status === undefined || generation !== replica.generation()) return
    report.reads++
    if (isStale) report.stale++
    report.slowestRead = Math.max(report.slowestRead, ms)
    if (ms > readLimitMs) options.violations.add(`${options.document} took ${Math.round(ms)} ms`)
    if (status === 200) knownBy = generation
    else if (knownBy === generation)
      options.violations.add(`${replica.url} answered ${status} for a document that it knew`)
  })
}

interface Answer {
  /** Absent if there was no response because the replica was stopped, killed or frozen. */
  status?: number
  ms: number
  isStale?: boolean
}

async function ask(replica: Replica, path: string): Promise<Answer> {
  const started = performance.now()
  try {
    if (!replica.isUp()) return { ms: 0 }
    const response = await fetch(replica.url + path, { signal: AbortSignal.timeout(30_000) })
    await response.arrayBuffer()
    const ms = performance.now() - started
    return replica.isUp() ? { status: response.status, ms, isStale: response.headers.has('warning') } : { ms }
  } catch {
    return { ms: performance.now() - started }
  }
}
