import { toErrorReport, toLine } from '@cli-apps/core'
import * as z from 'zod'
import { shapeOutput } from '../invoke/shape-output.ts'
import { type EndedJob, isEnded, type Job, type JobResult } from '../jobs/job.ts'
import { jobOutcome } from '../jobs/job-outcome.ts'
import type { JobMaker, Jobs } from '../jobs/open-jobs.ts'
import { jobView } from './run-as-job.ts'
import type { SimpleTool } from './tool.ts'

interface JobToolServices {
  jobs: Pick<JobMaker, keyof Jobs | 'any'>
  limits: { outputCharacters: number }
}

const Id = z.string().describe('The job')

const mostListed = 20

const StatusInput = z.strictObject({ id: Id.optional().describe('All when absent, the newest first') })

export const createJobStatus = ({ jobs }: JobToolServices): SimpleTool<typeof StatusInput> => ({
  name: 'job_status',
  description:
    'Tells how jobs are that run_cli_app started in the background, with the last lines of output.',
  input: StatusInput,
  isListed: jobs.any,
  effect: 'read',
  async run({ id }) {
    if (id !== undefined) {
      const job = await jobs.get(id)
      return { job: { ...jobFacts(job), output: await jobs.tail(id) } }
    }
    const all = await jobs.list()
    const more = all.length - mostListed
    return { jobs: all.slice(0, mostListed).map(jobFacts), ...(more > 0 && { more }) }
  },
})

const ResultInput = z.strictObject({
  id: Id,
  wait: z.number().min(0).max(600).optional().describe('Seconds to wait for its end; 0 when absent'),
})

export const createJobResult = ({ jobs, limits }: JobToolServices): SimpleTool<typeof ResultInput> => ({
  name: 'job_result',
  description: 'Gives what a job gave, as run_cli_app would have, once it has ended.',
  input: ResultInput,
  isListed: jobs.any,
  effect: 'read',
  async run({ id, wait = 0 }, { signal }) {
    const job = await jobs.wait(id, { seconds: wait, signal })
    if (isEnded(job)) return { job: jobFacts(job), ...outcomeOf(job, limits.outputCharacters) }
    return {
      job: jobFacts(job),
      hint: 'It has not ended. Do something else meanwhile, or call again with wait.',
    }
  },
})

const CancelInput = z.strictObject({ id: Id })

export const createJobCancel = ({ jobs }: JobToolServices): SimpleTool<typeof CancelInput> => ({
  name: 'job_cancel',
  description: 'Ends a job, with every process that it started.',
  input: CancelInput,
  isListed: jobs.any,
  effect: 'write',
  run: async ({ id }) => ({ job: jobFacts(await jobs.cancel(id)) }),
})

/** Since when it is as it is, and what a list tells of it. */
function jobFacts(job: Job) {
  const since = isEnded(job) ? job.ended_at : 'started_at' in job ? job.started_at : job.created_at
  return {
    ...jobView(job),
    tool: toLine(job.tool, 64),
    ...(job.app !== undefined && { app: toLine(job.app, 64) }),
    ...(Array.isArray(job.input.args) && { args: toLine(job.input.args.join(' '), 200) }),
    since,
    seconds: Math.max(0, Math.round((Date.now() - Date.parse(since)) / 1000)),
    ...(job.status === 'awaiting_confirmation' && { expires_at: job.expires_at }),
    ...(job.status === 'done' && { exit_code: job.result.exit_code }),
    ...(job.status === 'failed' && { error: toLine(job.error.code, 100) }),
  }
}

function outcomeOf(job: EndedJob, budget: number) {
  if (job.status === 'done') return { result: fitting(job.result, budget) }
  try {
    return jobOutcome(job)
  } catch (error) {
    return { error: toErrorReport(error) }
  }
}

/** Outcomes fit already, unless the file is untrusted or comes from a runtime with other limits. */
function fitting(result: JobResult, budget: number): Readonly<Record<string, unknown>> {
  if (JSON.stringify(result).length <= budget * 3 + 20_000) return result
  const { exit_code, signal, timed_out, stdout, stderr, log, duration_ms } = result
  const whole = (text: string) => ({ head: text, tail: '', length: text.length })
  const shaped = shapeOutput(whole(stdout), [whole(stderr)], { budget, wantsJson: false })
  const { stderrs: _, ...streams } = shaped
  return { exit_code, signal, timed_out, ...streams, truncated: true, log, duration_ms }
}
