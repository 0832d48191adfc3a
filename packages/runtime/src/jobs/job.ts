import { randomBytes } from 'node:crypto'
import { toErrorReport } from '@cli-apps/core'
import { ProcessIdentity } from '@cli-apps/core/node'
import * as z from 'zod'
import { RuntimeIdentity } from './runtime-identity.ts'

/** When the job was made, to the second, and chance: names in order are jobs in order. */
const idForm = /^\d{8}t\d{6}-[0-9a-f]{8}$/

export const isJobId = (text: string): boolean => idForm.test(text)

export function newJobId(now = new Date()): string {
  const time = now.toISOString().replace(/[-:]|\..*$/g, '')
  return `${time.replace('T', 't')}-${randomBytes(4).toString('hex')}`
}

/** What is known of a job as long as there is one. */
const facts = {
  id: z.string().regex(idForm),
  tool: z.string().max(64),
  app: z.string().max(64).optional(),
  /** What was asked for, without secrets. */
  input: z.record(z.string(), z.unknown()),
  created_at: z.iso.datetime(),
  /** The runtime that made it, which is told of its end. */
  owner: RuntimeIdentity,
}

const ended = { ...facts, started_at: z.iso.datetime().optional(), ended_at: z.iso.datetime() }

/** A `RunOutcome`; kept as it is, so that a job made by a newer runtime loses nothing. */
const JobResult = z.looseObject({
  exit_code: z.int().nullable(),
  signal: z.string().max(40).nullable(),
  timed_out: z.boolean(),
  stdout: z.string(),
  stderr: z.string(),
  truncated: z.boolean(),
  log: z.string().max(1000).nullable(),
  duration_ms: z.number(),
})

const JobError = z.object({ code: z.string().max(100), message: z.string(), hint: z.string().optional() })

const WaitingJob = z.object({
  status: z.literal('awaiting_confirmation'),
  ...facts,
  expires_at: z.iso.datetime(),
})

export const PendingJob = z.object({
  status: z.literal('pending'),
  ...facts,
  started_at: z.iso.datetime(),
  /** Seconds that it may take. */
  timeout: z.number(),
  supervisor: ProcessIdentity,
})

const EndedJob = z.discriminatedUnion('status', [
  z.object({ status: z.literal('done'), ...ended, result: JobResult }),
  /** The run itself could not be made. */
  z.object({ status: z.literal('failed'), ...ended, error: JobError }),
  z.object({ status: z.literal('canceled'), ...ended }),
  /** Whoever would have written its outcome is gone. */
  z.object({ status: z.literal('lost'), ...ended }),
  /** It was not confirmed. */
  z.object({ status: z.literal('denied'), ...ended, reason: z.string().max(1000) }),
])

/** What `result.json` of a job holds. */
export const Job = z.union([WaitingJob, PendingJob, EndedJob])
export type Job = z.infer<typeof Job>
export type WaitingJob = z.infer<typeof WaitingJob>
export type PendingJob = z.infer<typeof PendingJob>
export type EndedJob = z.infer<typeof EndedJob>
export type JobResult = z.infer<typeof JobResult>
type JobFacts = Pick<Job, keyof typeof facts>

export const isEnded = (job: Job): job is EndedJob =>
  job.status !== 'pending' && job.status !== 'awaiting_confirmation'

/** What every state of a job has in common. */
export const factsOf = ({ id, tool, app, input, created_at, owner }: Job): JobFacts => ({
  tool,
  ...(app !== undefined && { app }),
  input,
  id,
  created_at,
  owner,
})

/** The same job in the state that ends it, as of now. */
export const endJob = <State>(
  job: Job,
  state: State,
): JobFacts & { started_at?: string; ended_at: string } & State => ({
  ...state,
  ...factsOf(job),
  ...('started_at' in job && job.started_at !== undefined && { started_at: job.started_at }),
  ended_at: new Date().toISOString(),
})

/** The same job ended by an error before the app ran, or while its outcome was kept. */
export function failJob(job: Job, failure: unknown): EndedJob {
  const { code, message, hint } = toErrorReport(failure)
  return endJob(job, { status: 'failed', error: { code, message, ...(hint !== undefined && { hint }) } })
}
