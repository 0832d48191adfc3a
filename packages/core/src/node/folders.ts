import { readdirSync } from 'node:fs'
import { mkdir, open, readdir } from 'node:fs/promises'
import path from 'node:path'
import { hasCode, isMissing } from './files.ts'

/** Makes a folder and those above it; `mode` of those that were not there. */
export async function makeFolder(folder: string, mode = 0o777): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode })
  } catch (error) {
    const parent = path.dirname(folder)
    if (!hasCode(error, 'ENOENT') || parent === folder) throw error
    // Node also reports ENOENT when the disk has no space for a parent folder; made one by one, each reports its own error.
    await makeFolder(parent, mode)
    await mkdir(folder, { mode }).catch((cause) => {
      if (!hasCode(cause, 'EEXIST')) throw cause
    })
  }
}

/** Makes names in a folder outlast a crash of the machine, where the system can. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    await using handle = await open(folder, 'r')
    await handle.sync()
  } catch {
    // Windows opens no folders, and some disks sync none.
  }
}

/** Names in a folder, in order; none where it is not there. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort()
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** The same immediately, in no order. */
export function namesInNow(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}
