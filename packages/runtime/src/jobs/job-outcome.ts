import { type AppError, CanceledError, ForbiddenError, ProcessError, t, toLine } from '@cli-apps/core'
import type { EndedJob } from './job.ts'

/** Returns the result fields that the call would have returned. Throws the error that it would have thrown. */
export function jobOutcome(job: EndedJob): Readonly<Record<string, unknown>> {
  if (job.status === 'done') return job.result
  throw jobError(job)
}

function jobError(job: Exclude<EndedJob, { status: 'done' }>): AppError {
  if (job.status === 'failed') {
    const { code, message, hint } = job.error
    return new ProcessError(toLine(code, 100), toLine(message, 500), {
      ...(hint !== undefined && { hint: toLine(hint, 500) }),
    })
  }
  if (job.status === 'denied') {
    return new ForbiddenError(
      'job.denied',
      t('job.denied', 'The job {id} was not run: {reason}', { id: job.id, reason: toLine(job.reason, 300) }),
      {
        hint: t('job.denied.hint', 'Do not try to do the same in another way; tell the user.'),
      },
    )
  }
  if (job.status === 'canceled')
    return new CanceledError('job.canceled', t('job.canceled', 'The job {id} was canceled.', { id: job.id }))
  return new ProcessError(
    'job.lost',
    t('job.lost', 'The job {id} was ended from outside, and its outcome is lost.', { id: job.id }),
    {
      hint: t('job.lost.hint', 'Look at its log and at what it changed before running it again.'),
    },
  )
}
