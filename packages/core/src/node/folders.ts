import { readdirSync } from 'node:fs'
import { mkdir, open, readdir } from 'node:fs/promises'
import path from 'node:path'
import { hasCode, isMissing } from './files.ts'

/** Creates a folder and its missing parents with this mode. */
export async function makeFolder(folder: string, mode = 0o777): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode })
  } catch (error) {
    const parent = path.dirname(folder)
    if (!hasCode(error, 'ENOENT') || parent === folder) throw error
    // Node also reports ENOENT when the disk has no space for a parent; created one by one, each reports its own error.
    await makeFolder(parent, mode)
    await mkdir(folder, { mode }).catch((cause) => {
      if (!hasCode(cause, 'EEXIST')) throw cause
    })
  }
}

/** Makes changes of names in a folder survive a system crash, if the system supports it. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    await using handle = await open(folder, 'r')
    await handle.sync()
  } catch {
    // Windows cannot open folders, and some file systems cannot sync them.
  }
}

/** Sorted names in a folder; empty if it does not exist. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort()
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** Synchronous and unsorted `namesIn`. */
export function namesInNow(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}
