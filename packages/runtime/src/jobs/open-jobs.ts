import {
  ConflictError,
  LimitError,
  NotFoundError,
  nearestNames,
  t,
  toErrorReport,
  toLine,
} from '@cli-apps/core'
import type { Workspace } from '@cli-apps/core/node'
import type { Invocation } from '../invoke/prepare-invocation.ts'
import type { Limits } from '../options.ts'
import type { ToolResult } from '../tools/tool.ts'
import { cancelJob } from './cancel-job.ts'
import {
  type EndedJob,
  endJob,
  failJob,
  isEnded,
  isJobId,
  type Job,
  newJobId,
  type PendingJob,
} from './job.ts'
import { readLogTail } from './job-log.ts'
import { jobOutcome } from './job-outcome.ts'
import { mostOpenJobs } from './job-slots.ts'
import { openJobStore } from './job-store.ts'
import { reconcileJob } from './reconcile-job.ts'
import { openIdentity } from './runtime-identity.ts'
import { startJob } from './start-job.ts'
import { createEndTeller } from './tell-ends.ts'
import { waitForEnd } from './wait-for-end.ts'

/** Runs that outlive their calls, and this process. They are kept in the workspace, for every runtime of it. */
export interface Jobs {
  /** The newest first; damaged ones are left out. */
  list(): Promise<Job[]>
  /** Throws `NotFoundError` `job.unknown` and `InvalidError` `job.damaged`. */
  get(id: string): Promise<Job>
  /** What the call would have given; `undefined` as long as the job has not ended. Throws as `get` does. */
  result(id: string): Promise<ToolResult | undefined>
  /** The last lines that it printed. */
  tail(id: string, lines?: number): Promise<string>
  /** Ends it, with all that it started, and gives it as it ended. Throws as `get` does. */
  cancel(id: string): Promise<Job>
  /** Gives it when it has ended, or as it is when the time is over. Throws as `get` does. */
  wait(id: string, options?: { seconds?: number; signal?: AbortSignal }): Promise<Job>
}

/** What is to be run, and how it is written down. */
export interface JobRequest {
  tool: string
  app: string
  /** Without secrets. */
  input: Readonly<Record<string, unknown>>
  /** What is to be run at this moment. */
  invocation: () => Promise<Invocation>
}

/** A run that becomes a job when it is started, or when it requires confirmation. */
interface JobCall {
  /** Makes a job that waits for confirmation until then (ISO 8601). */
  await(expiresAt: string): Promise<Job>
  start(): Promise<PendingJob>
  /** Starts it and waits; gives it when it has ended or the time is over. An aborted signal cancels it. */
  startAndWait(options: { atMost: number; signal: AbortSignal }): Promise<Job>
  /** The run will not be confirmed. */
  deny(reason: string): Promise<void>
}

/** What tools need of jobs. */
export interface JobMaker extends Jobs {
  prepare(request: JobRequest): JobCall
}

interface OpenJobs extends JobMaker {
  /** From now on `tell` is called for each end. */
  listen(): void
  /** Jobs go on. */
  close(): void
}

interface Settings {
  workspace: Workspace
  limits: Limits
  environment: Readonly<Record<string, string>>
  tell: (job: EndedJob) => void
  onBug: (error: unknown) => void
}

const longestWaitMs = 2 ** 31 - 1

export function openJobs({ workspace, limits, environment, tell, onBug }: Settings): OpenJobs {
  const store = openJobStore(workspace)
  const identity = openIdentity()
  const ends = createEndTeller({ store, runtime: identity.runtime, tell, onBug })

  async function find(id: string, read: (id: string) => Promise<Job | undefined>): Promise<Job> {
    const job = isJobId(id) ? await read(id) : undefined
    if (job !== undefined) return job
    const near = nearestNames(id.slice(0, 100), await store.ids(), 1)
    throw new NotFoundError(
      'job.unknown',
      t('job.unknown', 'Job not found: {id}.', { id: JSON.stringify(toLine(id, 60)) }),
      {
        hint:
          near[0] === undefined
            ? t('job.unknown.hint', 'job_status, or `cli-apps jobs`, lists all jobs; old jobs are removed.')
            : t('schema.unknown-key.hint.did-you-mean', 'Did you mean "{near}"?', { near: near[0] }),
      },
    )
  }

  const get = (id: string): Promise<Job> => find(id, (one) => reconcileJob(store, one))

  /** Jobs whose supervisor died keep their place until somebody looks. */
  async function reserve(id: string): Promise<void> {
    if (await store.slots.take(id)) return
    await store.slots.reclaim(async (one) => {
      const job = await reconcileJob(store, one).catch(() => undefined)
      return job !== undefined && !isEnded(job)
    })
    if (!(await store.slots.take(id))) throw tooMany()
  }

  function prepare(request: JobRequest): JobCall {
    let waiting: Job | undefined

    async function make(expiresAt: string): Promise<Job> {
      const { invocation: _, ...facts } = request
      const now = new Date()
      const job: Job = {
        status: 'awaiting_confirmation',
        ...facts,
        id: newJobId(now),
        created_at: now.toISOString(),
        owner: await identity.identity(),
        expires_at: expiresAt,
      }
      await reserve(job.id)
      try {
        await store.create(job)
      } catch (error) {
        await store.slots.release(job.id)
        throw error
      }
      return job
    }

    async function begin(): Promise<PendingJob> {
      if (waiting !== undefined && (await store.read(waiting.id))?.status !== 'awaiting_confirmation')
        throw endedBefore(waiting.id)
      const invocation = await request.invocation().catch(async (error: unknown) => {
        if (waiting !== undefined) await store.end(failJob(waiting, error))
        throw error
      })
      const job = waiting ?? (await make(new Date().toISOString()))
      return startJob(job, invocation, { store, limits, environment })
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

  return {
    async list() {
      const jobs: Job[] = []
      for (const id of await store.ids()) {
        const job = await reconcileJob(store, id).catch(() => undefined)
        if (job !== undefined) jobs.push(job)
      }
      return jobs
    },
    get,
    async result(id) {
      const job = await get(id)
      return isEnded(job) ? resultOf(job) : undefined
    },
    tail: async (id, lines = 20) =>
      readLogTail(store.folderOf((await get(id)).id), { lines, characters: 4000 }),
    cancel: (id) => find(id, (one) => cancelJob(store, one)),
    wait: (id, { seconds = Number.POSITIVE_INFINITY, signal } = {}) =>
      find(id, (one) => waitForEnd(store, one, { atMost: Math.min(seconds * 1000, longestWaitMs), signal })),
    prepare,
    listen: ends.listen,
    close() {
      ends.close()
      identity.close()
    },
  }
}

function resultOf(job: EndedJob): ToolResult {
  try {
    return { ok: true, ...jobOutcome(job) }
  } catch (error) {
    return { ok: false, error: toErrorReport(error) }
  }
}

const tooMany = (): LimitError =>
  new LimitError(
    'job.too-many',
    t('job.too-many', '{mostOpenJobs} jobs of this workspace have not ended yet.', { mostOpenJobs }),
    {
      hint: t('job.too-many.hint', 'Wait for one of them (job_result), or cancel one (job_cancel).'),
    },
  )

const endedBefore = (id: string): ConflictError =>
  new ConflictError(
    'job.ended-before',
    t('job.ended-before', 'The job {id} ended before it was confirmed; nothing was run.', { id }),
    {
      hint: t('job.ended-before.hint', 'Call the tool again if it is still required.'),
    },
  )
