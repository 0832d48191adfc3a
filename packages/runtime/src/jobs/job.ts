import { randomBytes } from 'node:crypto'
import { toErrorReport } from '@cli-apps/core'
import { ProcessIdentity } from '@cli-apps/core/node'
import * as z from 'zod'
import { RuntimeIdentity } from './runtime-identity.ts'

/** Creation time to the second, and random digits, so that ids sort by age. */
const idForm = /^\d{8}t\d{6}-[0-9a-f]{8}$/

export const isJobId = (text: string): boolean => idForm.test(text)

export function newJobId(now = new Date()): string {
  const time = now.toISOString().replace(/[-:]|\..*$/g, '')
  return `${time.replace('T', 't')}-${randomBytes(4).toString('hex')}`
}

/** Fields of a job in every state. */
const facts = {
  id: z.string().regex(idForm),
  tool: z.string().max(64),
  app: z.string().max(64).optional(),
  /** The request, with secrets redacted. */
  input: z.record(z.string(), z.unknown()),
  created_at: z.iso.datetime(),
  /** The runtime that created it, which is notified of its end. */
  owner: RuntimeIdentity,
}

const ended = { ...facts, started_at: z.iso.datetime().optional(), ended_at: z.iso.datetime() }

/** A `RunOutcome`; loose, so that a newer runtime's fields survive. */
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
  /** Timeout in seconds; null for none, as a service has. */
  timeout: z.number().nullable(),
  supervisor: ProcessIdentity,
})

const EndedJob = z.discriminatedUnion('status', [
  z.object({ status: z.literal('done'), ...ended, result: JobResult }),
  /** The program could not be run. */
  z.object({ status: z.literal('failed'), ...ended, error: JobError }),
  z.object({ status: z.literal('canceled'), ...ended }),
  /** The supervisor that should have written the outcome is gone. */
  z.object({ status: z.literal('lost'), ...ended }),
  /** It was not confirmed. */
  z.object({ status: z.literal('denied'), ...ended, reason: z.string().max(1000) }),
])

/** The content of a job's `result.json`. */
export const Job = z.union([WaitingJob, PendingJob, EndedJob])
export type Job = z.infer<typeof Job>
export type WaitingJob = z.infer<typeof WaitingJob>
export type PendingJob = z.infer<typeof PendingJob>
export type EndedJob = z.infer<typeof EndedJob>
export type JobResult = z.infer<typeof JobResult>
type JobFacts = Pick<Job, keyof typeof facts>

export const isEnded = (job: Job): job is EndedJob =>
  job.status !== 'pending' && job.status !== 'awaiting_confirmation'

/** The fields that all states have in common. */
export const factsOf = ({ id, tool, app, input, created_at, owner }: Job): JobFacts => ({
  tool,
  ...(app !== undefined && { app }),
  input,
  id,
  created_at,
  owner,
})

/** The same job in a final state, as of now. */
export const endJob = <State>(
  job: Job,
  state: State,
): JobFacts & { started_at?: string; ended_at: string } & State => ({
  ...state,
  ...factsOf(job),
  ...('started_at' in job && job.started_at !== undefined && { started_at: job.started_at }),
  ended_at: new Date().toISOString(),
})

/** The same job, ended by an error before the app ran or while its outcome was stored. */
export function failJob(job: Job, failure: unknown): EndedJob {
  const { code, message, hint } = toErrorReport(failure)
  return endJob(job, { status: 'failed', error: { code, message, ...(hint !== undefined && { hint }) } })
}
