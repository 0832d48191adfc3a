import { type EndedJob, isEnded, type Job } from './job.ts'
import type { JobStore } from './job-store.ts'
import { reconcileJob } from './reconcile-job.ts'
import { isRuntimeOpen } from './runtime-identity.ts'
import { watchFolder } from './watch-folder.ts'

/** How often jobs are looked at when nothing notifies of a change; a dead supervisor is found only so. */
const pollMs = 5000

/** Reports ends, each once: of the jobs of one runtime, and of those whose runtime is gone. */
export interface EndReporter {
  /** From now on somebody listens; jobs that ended before are reported too. */
  listen(): void
  /** Reports the end of this job, which is ours. */
  follow(id: string): void
  /** Its end is not reported, because a call waits for it; returns the function that ends this. */
  hold(id: string): () => void
  close(): void
}

interface Settings {
  store: JobStore
  /** Which runtime this is. */
  runtime: string
  report: (job: EndedJob) => void
  onBug: (error: unknown) => void
}

export function createEndReporter({ store, runtime, report, onBug }: Settings): EndReporter {
  const followed = new Set<string>()
  const held = new Set<string>()
  let isListening = false
  let isClosed = false
  const lookOnce = oneAtATime(reportEnds, onBug)
  const look = (): void => {
    if (isListening && !isClosed) lookOnce()
  }
  const watch = createWatch(store.endings, look)
  const updateWatch = (): void => watch.keep(isListening && !isClosed && followed.size > 0)

  async function reportEnds(): Promise<void> {
    if (isClosed) return
    for (const id of followed) {
      const job = await reconcileJob(store, id).catch(() => undefined)
      if (job === undefined || isEnded(job)) followed.delete(id)
    }
    for (const id of (await store.unreported()).reverse()) if (!held.has(id)) await reportEnd(id)
    updateWatch()
  }

  async function reportEnd(id: string): Promise<void> {
    const job = await store.read(id).catch(() => undefined)
    if (job !== undefined && !(isEnded(job) && (await isOurs(job, runtime)))) return
    // Of what is no job any more only the mark goes.
    if (!isClosed && (await store.claim(id)) && job !== undefined && isEnded(job)) report(job)
  }

  async function followOrphans(): Promise<void> {
    for (const id of await store.ids()) {
      const job = await store.read(id).catch(() => undefined)
      if (job !== undefined && !isEnded(job) && (await isOurs(job, runtime))) followed.add(id)
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
      updateWatch()
    },
    hold(id) {
      held.add(id)
      return () => void held.delete(id)
    },
    close() {
      isClosed = true
      updateWatch()
    },
  }
}

const isOurs = async ({ owner }: Job, runtime: string): Promise<boolean> =>
  owner.runtime === runtime || !(await isRuntimeOpen(owner))

/** Runs `work` alone: all calls while it runs are one more run after it. */
function oneAtATime(work: () => Promise<void>, onError: (error: unknown) => void): () => void {
  let isRunning = false
  let isDue = false
  const runWhileDue = async (): Promise<void> => {
    while (isDue) {
      isDue = false
      await work()
    }
  }
  return function run() {
    isDue = true
    if (isRunning) return
    isRunning = true
    void runWhileDue()
      .catch(onError)
      .finally(() => {
        isRunning = false
        if (isDue) run()
      })
  }
}

/** Calls `look` after each change in the folder, and now and then, while it is kept. */
function createWatch(folder: string, look: () => void): { keep(isNeeded: boolean): void } {
  let stop: (() => void) | undefined
  return {
    keep(isNeeded) {
      if (!isNeeded) {
        stop?.()
        stop = undefined
      } else if (stop === undefined) {
        const unwatch = watchFolder(folder, look)
        const timer = setInterval(look, pollMs).unref()
        stop = () => {
          unwatch()
          clearInterval(timer)
        }
        // What ended before the watch began.
        look()
      }
    },
  }
}
