import { type EndedJob, isEnded, type Job } from './job.ts'
import type { JobStore } from './job-store.ts'
import { reconcileJob } from './reconcile-job.ts'
import { isRuntimeOpen } from './runtime-identity.ts'
import { watchFolder } from './watch-folder.ts'

/** Polling interval for changes without notification, in milliseconds. Only polling finds a dead supervisor. */
const pollMs = 5000

/** Reports the end of each job once: for jobs of this runtime, and of runtimes that are gone. */
export interface EndReporter {
  /** Starts reporting, including jobs that ended before. */
  listen(): void
  /** Reports the end of this job, which belongs to this runtime. */
  follow(id: string): void
  /** Suppresses the report while a call waits for the job; returns a function that resumes it. */
  hold(id: string): () => void
  close(): void
}

interface Settings {
  store: JobStore
  /** Identifies this runtime. */
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
    // For an entry that is no longer a valid job, only the marker is removed.
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

/** Serializes `work`: all calls during a run cause one further run. */
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

/** Calls `look` after each change in the folder and at intervals, while it is kept. */
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
        // For ends before the watch began.
        look()
      }
    },
  }
}
