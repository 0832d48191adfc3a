import { readRootIndexes } from './compat/agent-skills/read-skills.ts'
import { createAppSource } from './compat/app-source.ts'
import { addRateCounts, deleteRateCounts } from './db/queries/rate-limit-rows.ts'
import type { Deps } from './deps.ts'
import { windowSeconds } from './http/rate-limiter.ts'

const shareMs = 500
const minuteMs = 60_000

/** A server's periodic work: reads the index, exchanges rate-limit counts, stores download counts. */
interface Background {
  /** Stops the timers after a last run. */
  stop(): Promise<void>
}

type Work = Pick<
  Deps,
  | 'db'
  | 'reads'
  | 'searchIndex'
  | 'indexes'
  | 'limiter'
  | 'downloads'
  | 'installs'
  | 'skillSummaries'
  | 'log'
  | 'now'
>

/** `isShared`: whether other servers may use the same database. */
export function startBackground(deps: Work, { isShared }: { isShared: boolean }): Background {
  const { db, reads, indexes, limiter, downloads, installs, log, now } = deps
  const attempt = (what: string, work: () => Promise<void>) => async (): Promise<void> => {
    try {
      await work()
    } catch (error) {
      log.debug({ err: error }, `${what} failed and will be tried again`)
    }
  }
  const share = attempt('sharing the counts of rate limits', () =>
    limiter.share((windowStart, counts) => addRateCounts(db, windowStart, counts)),
  )
  const write = attempt('storing the counts of downloads and installs', async () => {
    await downloads.write(db)
    await installs.write(db)
  })
  const clean = attempt('deleting old counts of rate limits', () =>
    deleteRateCounts(db, new Date(now().getTime() - 2 * windowSeconds * 1000)),
  )
  // The first read of a large index takes seconds. Nobody awaits it, not even at shutdown.
  void attempt('reading the index', async () => {
    await indexes.index(reads())
  })()
  // The same for the skills that the indexes list.
  void attempt('reading the indexed skills', async () => {
    await readRootIndexes(createAppSource(deps, deps.skillSummaries))
  })()
  const jobs = [every(minuteMs, write), ...(isShared ? [every(shareMs, share), every(minuteMs, clean)] : [])]
  return {
    stop: async () => {
      for (const stop of jobs) await stop()
      await write()
    },
  }
}

/** Runs work periodically without overlap. Returns a function that stops it. */
function every(ms: number, work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    running ??= work().finally(() => {
      running = undefined
    })
  }, ms)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
