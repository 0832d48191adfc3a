import { isAppError } from '@cli-apps/core'
import { markVariable, workspaceAt } from '@cli-apps/core/node'
import { runApp } from '../invoke/run-app.ts'
import { type EndedJob, endJob, failJob } from './job.ts'
import { openJobLog } from './job-log.ts'
import type { JobOrder } from './job-order.ts'
import { openJobStore } from './job-store.ts'

/** Marks the processes of a job, wherever they move. */
export const jobMark = (id: string): string => `job-${id}`

/** Runs the app of a job as a call would, and writes its outcome. An aborted signal cancels it. */
export async function runJob(order: JobOrder, signal: AbortSignal): Promise<void> {
  const store = openJobStore(workspaceAt(order.root))
  const outcome = await outcomeOf(order, signal, store.folderOf(order.job.id))
  // If the outcome cannot be written, as on a full disk, the shorter reason may fit.
  await store.end(outcome).catch((error: unknown) => store.end(failJob(order.job, error)))
}

async function outcomeOf(
  { root, job, invocation, limits }: JobOrder,
  signal: AbortSignal,
  folder: string,
): Promise<EndedJob> {
  const log = openJobLog(folder, limits.logBytes)
  const mark = { [markVariable]: jobMark(job.id) }
  const [first, ...others] = invocation.stages.map((stage) => ({ ...stage, env: { ...stage.env, ...mark } }))
  try {
    const workspace = workspaceAt(root)
    if (first === undefined) throw new RangeError('a run has a program')
    const marked = { ...invocation, stages: [first, ...others] as const }
    const result = await runApp(marked, { workspace, limits, signal, log })
    return endJob(job, { status: 'done', result: { ...result } })
  } catch (error) {
    if (signal.aborted && isAppError(error)) return endJob(job, { status: 'canceled' })
    return failJob(job, error)
  } finally {
    await log.save()
  }
}
