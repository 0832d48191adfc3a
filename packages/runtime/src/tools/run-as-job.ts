import { isEnded, type Job } from '../jobs/job.ts'
import type { JobRequest } from '../jobs/job-call.ts'
import { jobOutcome } from '../jobs/job-outcome.ts'
import type { JobMaker } from '../jobs/open-jobs.ts'
import type { PreparedCall } from './tool.ts'

interface RunAsJobOptions {
  /** The call returns the job immediately. */
  background: boolean
  /** Milliseconds that another call waits for the outcome. */
  waitMs: number
  /** Called when the run requires confirmation. */
  hold: () => void
}

/** How a call whose run has its own supervisor runs, waits for confirmation and is abandoned. */
export function runAsJob(
  jobs: JobMaker,
  request: JobRequest,
  { background, waitMs, hold }: RunAsJobOptions,
): Pick<PreparedCall, 'run' | 'wait' | 'abandon'> {
  const call = jobs.prepare(request)
  if (!background) {
    return {
      async run({ signal }) {
        const job = await call.startAndWait({ atMost: waitMs, signal })
        if (isEnded(job)) return jobOutcome(job)
        return { job: jobView(job), hint: `It needs more than ${waitMs / 1000} seconds. ${next}` }
      },
      async wait() {
        hold()
        return {}
      },
    }
  }
  return {
    run: async () => ({ job: jobView(await call.start()), hint: next }),
    async wait({ expires_at }) {
      hold()
      return { job: jobView(await call.await(expires_at)) }
    },
    abandon: call.deny,
  }
}

const next =
  'It continues running: job_status reports progress, job_result waits for the result, job_cancel ends it.'

/** A job as a model reads it; paths are relative to the workspace. */
export const jobView = ({ id, status }: Pick<Job, 'id' | 'status'>) => ({
  id,
  status,
  result_file: `.cli-apps/jobs/${id}/result.json`,
  log: `.cli-apps/jobs/${id}/output.log`,
})
