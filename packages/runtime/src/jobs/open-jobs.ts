import path from 'node:path'
import { NotFoundError, nearestNames, t, toErrorReport, toLine } from '@cli-apps/core'
import { namesInNow, type Workspace } from '@cli-apps/core/node'
import type { Limits } from '../options.ts'
import type { ToolResult } from '../tools/tool.ts'
import { cancelJob } from './cancel-job.ts'
import { createEndReporter } from './end-reporter.ts'
import { type EndedJob, isEnded, isJobId, type Job } from './job.ts'
import { type JobCall, type JobRequest, prepareJobCall } from './job-call.ts'
import { readLogTail } from './job-log.ts'
import { jobOutcome } from './job-outcome.ts'
import { openJobStore } from './job-store.ts'
import { reconcileJob } from './reconcile-job.ts'
import { openIdentity } from './runtime-identity.ts'
import { waitForEnd } from './wait-for-end.ts'

/** Runs that outlive their calls and this process. They are stored in the workspace, shared by all its runtimes. */
export interface Jobs {
  /** Newest first; damaged ones are omitted. */
  list(): Promise<Job[]>
  /** Throws `NotFoundError` `job.unknown` and `InvalidError` `job.damaged`. */
  get(id: string): Promise<Job>
  /** Returns what the call would have returned; `undefined` until the job has ended. Throws like `get`. */
  result(id: string): Promise<ToolResult | undefined>
  /** Returns the last lines that it printed, in at most `characters`; 4000 when absent. */
  tail(id: string, lines?: number, characters?: number): Promise<string>
  /** Ends the job with all its processes, and returns its final state. Throws like `get`. */
  cancel(id: string): Promise<Job>
  /** Returns the job when it has ended, or its current state when time is up. Throws like `get`. */
  wait(id: string, options?: { seconds?: number; signal?: AbortSignal }): Promise<Job>
}

/** What tools need of jobs. */
export interface JobMaker extends Jobs {
  /** Whether the workspace has any job, of whichever runtime. */
  any(): boolean
  prepare(request: JobRequest): JobCall
}

interface OpenJobs extends JobMaker {
  /** Starts calling `onEnd` for each end. */
  listen(): void
  /** Jobs continue. */
  close(): void
}

interface Settings {
  workspace: Workspace
  limits: Limits
  environment: Readonly<Record<string, string>>
  onEnd: (job: EndedJob) => void
  onBug: (error: unknown) => void
}

const longestWaitMs = 2 ** 31 - 1

export function openJobs({ workspace, limits, environment, onEnd, onBug }: Settings): OpenJobs {
  const store = openJobStore(workspace)
  const { runtime, identity, close: closeIdentity } = openIdentity()
  const ends = createEndReporter({ store, runtime, report: onEnd, onBug })

  async function find(id: string, read: (id: string) => Promise<Job | undefined>): Promise<Job> {
    const job = isJobId(id) ? await read(id) : undefined
    if (job !== undefined) return job
    throw unknownJob(id, await store.ids())
  }
  const get = (id: string): Promise<Job> => find(id, (one) => reconcileJob(store, one))
  const settings = { store, ends, limits, environment, owner: identity, get }

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
    tail: async (id, lines = 20, characters = 4000) =>
      readLogTail(store.folderOf((await get(id)).id), { lines, characters }),
    cancel: (id) => find(id, (one) => cancelJob(store, one)),
    wait: (id, { seconds = Number.POSITIVE_INFINITY, signal } = {}) =>
      find(id, (one) => waitForEnd(store, one, { atMost: Math.min(seconds * 1000, longestWaitMs), signal })),
    any: () => hasJobs(path.join(workspace.state, 'jobs')),
    prepare: (request) => prepareJobCall(request, settings),
    listen: ends.listen,
    close() {
      ends.close()
      closeIdentity()
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

function unknownJob(id: string, known: readonly string[]): NotFoundError {
  const [near] = nearestNames(id.slice(0, 100), known, 1)
  return new NotFoundError(
    'job.unknown',
    t('job.unknown', 'Job not found: {id}.', { id: JSON.stringify(toLine(id, 60)) }),
    {
      hint:
        near === undefined
          ? t('job.unknown.hint', 'job_status, or `{cli} jobs`, lists all jobs; old jobs are removed.')
          : t('schema.unknown-key.hint.did-you-mean', 'Did you mean "{near}"?', { near }),
    },
  )
}

/** A folder that cannot be read, such as a link to itself, has no job that anybody could ask for. */
function hasJobs(folder: string): boolean {
  try {
    return namesInNow(folder).some(isJobId)
  } catch {
    return false
  }
}
