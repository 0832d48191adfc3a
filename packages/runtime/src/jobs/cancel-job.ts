import { endJob, isEnded, type Job } from './job.ts'
import type { JobStore } from './job-store.ts'
import { isSupervisor, reconcileJob } from './reconcile-job.ts'
import { waitForEnd } from './wait-for-end.ts'

/** Time for a supervisor to end its app and write the outcome; the app gets two seconds of it to end by itself. */
const graceMs = 15_000

/** Ends a job and returns its final state, which is `done` if it finished first. `undefined` for an unknown job. */
export async function cancelJob(store: JobStore, id: string): Promise<Job | undefined> {
  const job = await reconcileJob(store, id)
  if (job === undefined || isEnded(job)) return job
  // Before the signal, so that whoever finds the supervisor gone without an outcome knows why.
  await store.requestCancel(id)
  const now = await store.read(id)
  if (now?.status === 'awaiting_confirmation') {
    const ended = endJob(now, { status: 'canceled' as const })
    await store.end(ended)
    return ended
  }
  if (now?.status !== 'pending') return now
  if (await isSupervisor(now.supervisor, id)) send(now.supervisor.pid, 'SIGTERM')
  const last = await waitForEnd(store, id, { atMost: graceMs })
  if (last?.status !== 'pending' || !(await isSupervisor(last.supervisor, id))) return last
  send(last.supervisor.pid, 'SIGKILL')
  return waitForEnd(store, id, { atMost: graceMs })
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended at this moment.
  }
}
