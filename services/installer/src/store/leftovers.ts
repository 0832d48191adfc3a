import { stat } from 'node:fs/promises'
import path from 'node:path'
import { isAbandoned, isTemporaryName, namesIn } from '@cli-apps/core/node'

/** A file on its way is there for milliseconds; a suspended writer may yet come back to it. */
const abandonedMs = 10 * 60_000

/**
 * Files that killed writers left in these folders, without those below them. Whether a writer on another machine lives
 * cannot be seen, and the number of a dead one may have gone to another process: their files are told by their age.
 */
export async function findTemporaryFiles(folders: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const folder of folders) {
    for (const name of (await namesIn(folder)).filter(isTemporaryName)) {
      const file = path.join(folder, name)
      if (isAbandoned(name) || (await isOld(file))) found.push(file)
    }
  }
  return found
}

const isOld = (file: string): Promise<boolean> =>
  stat(file).then(
    ({ mtimeMs }) => Date.now() - mtimeMs > abandonedMs,
    () => false,
  )
