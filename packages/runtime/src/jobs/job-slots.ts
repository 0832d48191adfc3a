import { lstat, mkdir, readdir, rmdir, unlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { hasCode, isMissing, namesIn } from '@cli-apps/core/node'
import { isJobId } from './job.ts'

/** Maximum number of unfinished jobs in a workspace, over all runtimes. */
export const mostOpenJobs = 32

/**
 * Slots for unfinished jobs: folders `slots/0` to `slots/31`, each with one file named after its job. A folder is
 * created by only one process, and removed only when empty, so two jobs never share a slot.
 */
export interface JobSlots {
  /** False if every slot is taken. */
  take(id: string): Promise<boolean>
  release(id: string): Promise<void>
  /** Frees the slots of jobs for which `isOpen` returns false. */
  reclaim(isOpen: (id: string) => Promise<boolean>): Promise<void>
}

/** A job that is being created has a slot before it has a file. */
const makingMs = 60_000

/** `check` throws if a folder on the path is a link. */
export function openJobSlots(folder: string, check: () => Promise<void>): JobSlots {
  const slotAt = (index: number): string => path.join(folder, String(index))

  async function takeSlot(slot: string, id: string): Promise<boolean> {
    try {
      await mkdir(slot, { mode: 0o700 })
      await writeFile(path.join(slot, id), '', { flag: 'wx', mode: 0o600 })
      return true
    } catch (error) {
      // It is taken, or was just removed as empty.
      if (hasCode(error, 'EEXIST') || isMissing(error)) return false
      throw error
    }
  }

  async function releaseIn(slot: string, id: string): Promise<boolean> {
    if (!(await isFolder(slot))) return false
    try {
      await unlink(path.join(slot, id))
    } catch (error) {
      if (isMissing(error)) return false
      throw error
    }
    await removeEmpty(slot)
    return true
  }

  return {
    async take(id) {
      await check()
      await mkdir(folder, { recursive: true })
      for (let index = 0; index < mostOpenJobs; index++) if (await takeSlot(slotAt(index), id)) return true
      return false
    },
    async release(id) {
      for (const name of await namesIn(folder)) if (await releaseIn(path.join(folder, name), id)) return
    },
    async reclaim(isOpen) {
      for (const name of await namesIn(folder)) {
        const slot = path.join(folder, name)
        if (!(await isFolder(slot)) || (await isBeingTaken(slot))) continue
        for (const id of await readdir(slot))
          if (!isJobId(id) || !(await isOpen(id))) await releaseIn(slot, id)
        await removeEmpty(slot)
      }
    },
  }
}

/** A cloned workspace may contain a link here. */
const isFolder = async (slot: string): Promise<boolean> =>
  (await lstat(slot).catch(() => undefined))?.isDirectory() === true

const isBeingTaken = async (slot: string): Promise<boolean> => {
  const stats = await lstat(slot).catch(() => undefined)
  return stats !== undefined && Math.abs(Date.now() - stats.mtimeMs) < makingMs
}

async function removeEmpty(slot: string): Promise<void> {
  await rmdir(slot).catch(() => {})
}
