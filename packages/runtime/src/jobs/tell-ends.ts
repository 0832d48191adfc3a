import { type EndedJob, isEnded, type Job } from './job.ts'
import type { JobStore } from './job-store.ts'
import { reconcileJob } from './reconcile-job.ts'
import { isRuntimeOpen } from './runtime-identity.ts'
import { watchFolder } from './watch-folder.ts'

/** How often jobs are looked at when nothing tells of a change; a dead supervisor is found only so. */
const pollMs = 5000

/** Tells of ends, each once: of the jobs of one runtime, and of those whose runtime is gone. */
interface EndTeller {
  /** From now on somebody listens; jobs that ended before are told too. */
  listen(): void
  /** This job is ours to tell of. */
  follow(id: string): void
  /** Its end is not told, because a call waits for it; gives the function that ends this. */
  hold(id: string): () => void
  close(): void
}

interface Settings {
  store: JobStore
  /** Which runtime this is. */
  runtime: string
  tell: (job: EndedJob) => void
  onBug: (error: unknown) => void
}

export function createEndTeller({ store, runtime, tell, onBug }: Settings): EndTeller {
  const followed = new Set<string>()
  const held = new Set<string>()
  let isListening = false
  let isClosed = false
  let stopWatching: (() => void) | undefined
  let isLooking = false
  let isDue = false

  /** One look at a time; what changes meanwhile is looked at after it. */
  function look(): void {
    if (!isListening || isClosed) return
    isDue = true
    if (isLooking) return
    isLooking = true
    void lookWhileDue()
      .catch(onBug)
      .finally(() => {
        isLooking = false
        if (isDue) look()
      })
  }

  async function lookWhileDue(): Promise<void> {
    while (isDue && !isClosed) {
      isDue = false
      await dropEnded()
      for (const id of (await store.untold()).reverse()) await tellOf(id)
      watch()
    }
  }

  async function dropEnded(): Promise<void> {
    for (const id of followed) {
      const job = await reconcileJob(store, id).catch(() => undefined)
      if (job === undefined || isEnded(job)) followed.delete(id)
    }
  }

  async function tellOf(id: string): Promise<void> {
    if (held.has(id)) return
    const job = await store.read(id).catch(() => undefined)
    if (job !== undefined && !(isEnded(job) && (await isOurs(job)))) return
    // Of what is no job any more only the mark goes.
    if (!isClosed && (await store.claim(id)) && job !== undefined && isEnded(job)) tell(job)
  }

  const isOurs = async ({ owner }: Job): Promise<boolean> =>
    owner.runtime === runtime || !(await isRuntimeOpen(owner))

  function watch(): void {
    if (isClosed || !isListening || followed.size === 0) {
      stopWatching?.()
      stopWatching = undefined
    } else if (stopWatching === undefined) {
      const unwatch = watchFolder(store.endings, look)
      const timer = setInterval(look, pollMs).unref()
      stopWatching = () => {
        unwatch()
        clearInterval(timer)
      }
      // What ended before the watch began.
      look()
    }
  }

  async function followOrphans(): Promise<void> {
    for (const id of await store.ids()) {
      const job = await store.read(id).catch(() => undefined)
      if (job !== undefined && !isEnded(job) && (await isOurs(job))) followed.add(id)
    }
  }

  return {
    listen() {
      if (isListening) return
      isListening = true
      followOrphans().catch(onBug).finally(look)
    },
    follow(id) {
      followed.add(id)
      watch()
    },
    hold(id) {
      held.add(id)
      return () => void held.delete(id)
    },
    close() {
      isClosed = true
      watch()
    },
  }
}
