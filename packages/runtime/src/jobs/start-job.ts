import { CanceledError, ProcessError, t } from '@cli-apps/core'
import { identify, startDetached } from '@cli-apps/core/node'
import type { Invocation } from '../invoke/prepare-invocation.ts'
import type { Limits } from '../options.ts'
import { supervisorArgv } from './find-supervisor.ts'
import { endJob, factsOf, failJob, type Job, type PendingJob } from './job.ts'
import type { JobOrder } from './job-order.ts'
import type { JobStore } from './job-store.ts'

interface StartJobSettings {
  store: JobStore
  limits: Limits
  /** Environment of the supervisor; the app gets that of its invocation. */
  environment: Readonly<Record<string, string>>
}

/**
 * Starts the supervisor of a job and hands the run over. The order of steps leaves no gap: the supervisor waits for its
 * order, its identity is on disk before it gets one, and from then on only the supervisor writes. Throws `ProcessError`
 * `job.cannot-start`, `CanceledError` `job.canceled`, and the errors of `supervisorArgv` and `startDetached`, with
 * nothing run.
 */
export async function startJob(
  job: Job,
  invocation: Invocation,
  { store, limits, environment }: StartJobSettings,
): Promise<PendingJob> {
  const supervisor = await startDetached([...supervisorArgv(), job.id], {
    cwd: store.root,
    env: environment,
  })
  try {
    const pending: PendingJob = {
      status: 'pending',
      ...factsOf(job),
      started_at: new Date().toISOString(),
      timeout: Number.isFinite(invocation.timeout) ? invocation.timeout : null,
      supervisor: await identify(supervisor.pid),
    }
    if (await store.isCancelRequested(job.id)) throw canceled(job)
    await store.write(pending)
    // A cancellation from now on finds the supervisor.
    if (await store.isCancelRequested(job.id)) throw canceled(job)
    const order: JobOrder = { root: store.root, job: pending, invocation, limits }
    await supervisor.handOver(JSON.stringify(order))
    return pending
  } catch (cause) {
    supervisor.giveUp()
    if (await store.isCancelRequested(job.id)) {
      await store.end(endJob(job, { status: 'canceled' })).catch(() => {})
      throw canceled(job)
    }
    const error = new ProcessError(
      'job.cannot-start',
      t('job.cannot-start', 'The job {id} could not be started.', { id: job.id }),
      {
        hint: t('job.cannot-start.hint', 'Run the app without background, or try again.'),
        cause,
      },
    )
    await store.end(failJob(job, error)).catch(() => {})
    throw error
  }
}

const canceled = ({ id }: Job): CanceledError =>
  new CanceledError(
    'job.canceled',
    t('job.canceled.job-canceled-before-began', 'The job {id} was canceled before it began.', { id }),
  )
