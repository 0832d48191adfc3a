import { LimitError, t } from '@cli-apps/core'
import { isEnded, type Job, newJobId } from './job.ts'
import { mostOpenJobs } from './job-slots.ts'
import type { JobStore } from './job-store.ts'
import { reconcileJob } from './reconcile-job.ts'
import type { RuntimeIdentity } from './runtime-identity.ts'

/**
 * Creates a job with its own slot that waits for confirmation until the given time (ISO 8601). Throws `LimitError`
 * `job.too-many`.
 */
export async function createJob(
  store: JobStore,
  facts: Pick<Job, 'tool' | 'app' | 'input'>,
  { owner, expiresAt }: { owner: RuntimeIdentity; expiresAt: string },
): Promise<Job> {
  const now = new Date()
  const job: Job = {
    status: 'awaiting_confirmation',
    ...facts,
    id: newJobId(now),
    created_at: now.toISOString(),
    owner,
    expires_at: expiresAt,
  }
  await takeSlot(store, job.id)
  try {
    await store.create(job)
  } catch (error) {
    await store.slots.release(job.id)
    throw error
  }
  return job
}

/** Jobs whose supervisor died keep their slot until someone checks. */
async function takeSlot(store: JobStore, id: string): Promise<void> {
  if (await store.slots.take(id)) return
  await store.slots.reclaim(async (one) => {
    const job = await reconcileJob(store, one).catch(() => undefined)
    return job !== undefined && !isEnded(job)
  })
  if (!(await store.slots.take(id))) throw tooMany()
}

const tooMany = (): LimitError =>
  new LimitError(
    'job.too-many',
    t('job.too-many', '{mostOpenJobs} jobs of this workspace have not ended yet.', { mostOpenJobs }),
    {
      hint: t('job.too-many.hint', 'Wait for one of them (job_result), or cancel one (job_cancel).'),
    },
  )
