import { stat } from 'node:fs/promises'
import path from 'node:path'
import { isAbandoned, isTemporaryName, namesIn } from '@cli-apps/core/node'

/** A temporary file exists for milliseconds, but a suspended writer may still resume. */
const abandonedMs = 10 * 60_000

/**
 * Finds files that killed writers left directly in these folders.
 * Whether a writer on another machine lives cannot be checked, and the process ID of a dead one may have been reused:
 * the age of the file decides.
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
