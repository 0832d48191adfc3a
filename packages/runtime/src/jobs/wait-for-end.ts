import { isEnded, type Job } from './job.ts'
import type { JobStore } from './job-store.ts'
import { reconcileJob } from './reconcile-job.ts'
import { watchFolder } from './watch-folder.ts'

/** Polling interval for changes without notification, in milliseconds. */
const pollMs = 500

interface WaitOptions {
  /** Milliseconds. */
  atMost: number
  signal?: AbortSignal | undefined
}

/** Returns the job when it has ended, time is up or the signal is aborted, whichever comes first. */
export async function waitForEnd(
  store: JobStore,
  id: string,
  { atMost, signal }: WaitOptions,
): Promise<Job | undefined> {
  const deadline = Date.now() + atMost
  let wake = (): void => {}
  const onAbort = (): void => wake()
  const unwatch = watchFolder(store.endings, () => wake())
  signal?.addEventListener('abort', onAbort)
  try {
    for (;;) {
      const changed = new Promise<void>((resolve) => {
        wake = resolve
      })
      const job = await reconcileJob(store, id)
      const left = deadline - Date.now()
      if (job === undefined || isEnded(job) || left <= 0 || signal?.aborted) return job
      const timer = setTimeout(() => wake(), Math.min(left, pollMs))
      await changed
      clearTimeout(timer)
    }
  } finally {
    unwatch()
    signal?.removeEventListener('abort', onAbort)
  }
}
