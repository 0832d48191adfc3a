import { readFile } from 'node:fs/promises'
import { isAlive, killMarkedProcesses, type ProcessIdentity } from '@cli-apps/core/node'
import { endJob, isEnded, type Job } from './job.ts'
import type { JobStore } from './job-store.ts'
import { jobMark } from './run-job.ts'
import { isRuntimeOpen } from './runtime-identity.ts'

/**
 * Returns the actual state of a job. One whose supervisor died, or that waits for a confirmation nobody can give
 * anymore, is ended as `canceled` if that was requested, otherwise as `lost`, and its remaining processes are killed.
 * `undefined` for an unknown job.
 */
export async function reconcileJob(store: JobStore, id: string): Promise<Job | undefined> {
  const job = await store.read(id)
  if (job === undefined || isEnded(job) || (await isAttended(job))) return job
  // A supervisor writes the outcome before it exits, so this read is final.
  const last = await store.read(id)
  if (last === undefined || isEnded(last) || last.status !== job.status) return last
  await killMarkedProcesses(jobMark(id))
  const ended = (await store.isCancelRequested(id))
    ? endJob(last, { status: 'canceled' as const })
    : endJob(last, { status: 'lost' as const })
  await store.end(ended)
  return ended
}

const isAttended = (job: Job): Promise<boolean> =>
  job.status === 'pending' ? isSupervisor(job.supervisor, job.id) : isRuntimeOpen(job.owner)

/** Whether this process supervises this job. The file that names the process is untrusted. */
export async function isSupervisor(identity: ProcessIdentity, id: string): Promise<boolean> {
  if (!(await isAlive(identity))) return false
  if (process.platform !== 'linux') return true
  const argv = await readFile(`/proc/${identity.pid}/cmdline`, 'utf8').catch(() => '')
  return argv.split('\0').includes(id)
}
