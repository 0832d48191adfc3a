import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { Violations } from './violations.ts'

/** One `cli-apps-registry serve` process at a fixed address. */
export interface Replica {
  url: string
  /** Number of starts; an earlier process's cache is gone. */
  generation(): number
  /** Whether it should be running and has been ready since its start. */
  isUp(): boolean
  start(): Promise<void>
  /** Ends it on purpose. */
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>
  freeze(): void
  thaw(): void
  use(): { rss: number; descriptors: number }
}

interface ReplicaOptions {
  /** Folder of the built program. */
  program: string
  port: number
  databaseUrl: string
  violations: Violations
}

const startLimitMs = 60_000

export function createReplica({ program, port, databaseUrl, violations }: ReplicaOptions): Replica {
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  let generation = 0
  let isUp = false

  /** This test looks for processes that end by themselves. */
  function watch(started: ChildProcess): void {
    let log = ''
    started.stderr?.on('data', (chunk: Buffer) => {
      log = (log + chunk).slice(-4000)
    })
    started.once('exit', (status, signal) => {
      if (child !== started) return
      isUp = false
      child = undefined
      violations.add(`${url} died with ${signal ?? status}:\n${log}`)
    })
  }
  async function start(): Promise<void> {
    generation++
    const args = ['serve', '--port', String(port), '--no-seed', '--rate-limits', 'off']
    const started = spawn(process.execPath, [`${program}/bin/cli-apps-registry.js`, ...args], {
      env: { ...process.env, DATABASE_URL: databaseUrl, CLI_APPS_LOG_LEVEL: 'error' },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    child = started
    watch(started)
    const limit = performance.now() + startLimitMs
    while (child === started && performance.now() < limit) {
      const ready = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5000) }).catch(() => undefined)
      await ready?.body?.cancel()
      if (ready?.ok) {
        isUp = true
        return
      }
      await delay(50)
    }
    if (child === started) violations.add(`${url} was not ready within ${startLimitMs / 1000} s of its start`)
  }
  return {
    url,
    generation: () => generation,
    isUp: () => isUp,
    start,
    kill: async (signal) => {
      isUp = false
      const ended = child
      child = undefined
      if (ended === undefined) return
      const exit = once(ended, 'exit')
      ended.kill(signal)
      await exit
    },
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    use: () => useOf(child?.pid),
  }
}

/** Bytes and open descriptors of a process (Linux). */
function useOf(pid: number | undefined): { rss: number; descriptors: number } {
  if (pid === undefined) return { rss: 0, descriptors: 0 }
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const rss = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024
  return { rss, descriptors: readdirSync(`/proc/${pid}/fd`).length }
}
