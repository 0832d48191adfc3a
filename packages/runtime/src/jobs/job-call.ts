import { ConflictError, t, toLine } from '@cli-apps/core'
import type { Invocation } from '../invoke/prepare-invocation.ts'
import type { Limits } from '../options.ts'
import { cancelJob } from './cancel-job.ts'
import { createJob } from './create-job.ts'
import type { EndReporter } from './end-reporter.ts'
import { endJob, failJob, isEnded, type Job, type PendingJob } from './job.ts'
import type { JobStore } from './job-store.ts'
import type { RuntimeIdentity } from './runtime-identity.ts'
import { startJob } from './start-job.ts'
import { waitForEnd } from './wait-for-end.ts'

/** The run, and how to record it. */
export interface JobRequest {
  tool: string
  app: string
  /** With secrets redacted. */
  input: Readonly<Record<string, unknown>>
  /** Prepares the invocation at the time of the call. */
  invocation: () => Promise<Invocation>
}

/** A run that becomes a job when it starts, or when it requires confirmation. */
export interface JobCall {
  /** Creates a job that waits for confirmation until the given time (ISO 8601). */
  await(expiresAt: string): Promise<Job>
  start(): Promise<PendingJob>
  /** Starts the job and returns it when it has ended or time is up. An aborted signal cancels it. */
  startAndWait(options: { atMost: number; signal: AbortSignal }): Promise<Job>
  /** Ends the job because the run will not be confirmed. */
  deny(reason: string): Promise<void>
}

interface JobCallSettings {
  store: JobStore
  ends: EndReporter
  limits: Limits
  environment: Readonly<Record<string, string>>
  /** The runtime that creates the job. */
  owner: () => Promise<RuntimeIdentity>
  /** Throws if the job no longer exists. */
  get: (id: string) => Promise<Job>
}

export function prepareJobCall(
  { invocation, ...facts }: JobRequest,
  { store, ends, limits, environment, owner, get }: JobCallSettings,
): JobCall {
  let waiting: Job | undefined
  const make = async (expiresAt: string): Promise<Job> =>
    createJob(store, facts, { owner: await owner(), expiresAt })

  async function begin(): Promise<PendingJob> {
    if (waiting !== undefined && (await store.read(waiting.id))?.status !== 'awaiting_confirmation')
      throw endedBefore(waiting.id)
    const run = await invocation().catch(async (error: unknown) => {
      if (waiting !== undefined) await store.end(failJob(waiting, error))
      throw error
    })
    const job = waiting ?? (await make(new Date().toISOString()))
    return startJob(job, run, { store, limits, environment })
  }

  return {
    async await(expiresAt) {
      waiting = await make(expiresAt)
      ends.follow(waiting.id)
      return waiting
    },
    async start() {
      const job = await begin()
      ends.follow(job.id)
      return job
    },
    async startAndWait({ atMost, signal }) {
      const { id } = await begin()
      const release = ends.hold(id)
      try {
        const last = (await waitForEnd(store, id, { atMost, signal })) ?? (await get(id))
        const job = !isEnded(last) && signal.aborted ? ((await cancelJob(store, id)) ?? last) : last
        if (isEnded(job)) await store.claim(id)
        return job
      } finally {
        release()
        ends.follow(id)
      }
    },
    async deny(reason) {
      if (waiting === undefined) return
      const job = await store.read(waiting.id)
      if (job?.status !== 'awaiting_confirmation') return
      await store.end(endJob(job, { status: 'denied', reason: toLine(reason, 300) }))
    },
  }
}

const endedBefore = (id: string): ConflictError =>
  new ConflictError(
    'job.ended-before',
    t('job.ended-before', 'The job {id} ended before it was confirmed; nothing was run.', { id }),
    {
      hint: t('job.ended-before.hint', 'Call the tool again if it is still required.'),
    },
  )
