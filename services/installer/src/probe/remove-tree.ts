import { chmod, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { hasCode } from '@cli-apps/core/node'

const remove = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true, maxRetries: 3 })

/** Removes a folder recursively, including read-only folders, as some programs create in their caches. */
export async function removeTree(folder: string): Promise<void> {
  try {
    await remove(folder)
  } catch (error) {
    if (!hasCode(error, 'EACCES') && !hasCode(error, 'EPERM')) throw error
    await openUp(folder)
    await remove(folder)
  }
}

async function openUp(folder: string): Promise<void> {
  await chmod(folder, 0o700)
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await openUp(path.join(folder, entry.name))
}
