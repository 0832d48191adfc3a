import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { temporaryName } from './abandoned.ts'
import { aboutFile } from './disk-error.ts'
import { isMissing } from './files.ts'
import { makeFolder } from './folders.ts'

/**
 * Atomically replaces a file, even across a crash, and creates missing folders. On failure, removes the temporary file
 * next to it. System errors name the file itself.
 */
export async function writeFileAtomic(
  file: string,
  content: string | Uint8Array,
  mode = 0o666,
): Promise<void> {
  const temporary = temporaryName(file)
  try {
    const handle = await createFile(temporary, mode)
    try {
      await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {})
    throw aboutFile(error, file)
  }
}

async function createFile(file: string, mode: number): Promise<FileHandle> {
  try {
    return await open(file, 'wx', mode)
  } catch (error) {
    if (!isMissing(error)) throw error
    await makeFolder(path.dirname(file))
    return open(file, 'wx', mode)
  }
}
