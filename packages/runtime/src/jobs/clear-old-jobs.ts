import { rm } from 'node:fs/promises'
import path from 'node:path'
import { isEnded, type Job } from './job.ts'

/** How many ended jobs are kept, and for how long. */
const limits = { jobs: 200, days: 7 }

interface OldJobs {
  folder: string
  /** Newest first. */
  ids: readonly string[]
  read(id: string): Promise<Job | undefined>
  claim(id: string): Promise<boolean>
}

/**
 * Removes jobs that ended long ago, and ended jobs beyond the number kept, before a new one is created. Never throws,
 * because the new job matters more than the space.
 */
export async function clearOldJobs(
  { folder, ids, read, claim }: OldJobs,
  { jobs, days }: typeof limits = limits,
): Promise<void> {
  const oldest = new Date(Date.now() - days * 86_400_000).toISOString()
  const oldestId = oldest.replace(/[-:]|\..*$/g, '').replace('T', 't')
  const candidates = ids.filter((id, index) => index >= jobs || id < oldestId)
  for (const id of candidates) {
    try {
      // An entry that is not a valid job is removed too: it cannot be running.
      const job = await read(id).catch(() => undefined)
      if (job !== undefined && !isEnded(job)) continue
      await rm(path.join(folder, id), { recursive: true, force: true })
      await claim(id)
    } catch {
      // Another runtime is removing it, or it cannot be removed: the next job tries again.
    }
  }
}
