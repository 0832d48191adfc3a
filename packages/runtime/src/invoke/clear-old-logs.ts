import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

/** What the logs of a workspace may take together, beside the one that is begun. */
const limits = { files: 200, bytes: 500_000_000 }

/** The day and second at which a log was begun come first in its name, so names in order are logs in order. */
const logName = /^\d{8}T\d{6}Z-.+-[0-9a-f]{8}\.log$/

/** Removes the oldest logs before a new one is written. Never throws, because the run matters more than its log. */
export async function clearOldLogs(folder: string, { files, bytes } = limits): Promise<void> {
  try {
    const names = (await readdir(folder)).filter((name) => logName.test(name)).sort()
    let total = 0
    for (const [index, name] of names.reverse().entries()) {
      const file = path.join(folder, name)
      total += (await stat(file)).size
      if (index >= files || total > bytes) await rm(file, { force: true })
    }
  } catch {
    // Another run cleared it meanwhile, or the folder cannot be read: then the next run tries again.
  }
}
