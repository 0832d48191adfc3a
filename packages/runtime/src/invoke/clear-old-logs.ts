import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

const dayMs = 86_400_000

/** How long saved output is kept, and what all of it in a workspace may take beside that which is begun. */
const limits = { ageMs: 7 * dayMs, bytes: 200_000_000 }

/** The day and second at which a run began come first in the name, so names in order are runs in order. */
const logName = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-.+-[0-9a-f]{8,16}(?:\.std(?:out|err))?\.log$/

/** Removes the oldest output before more is saved. Never throws, because the run matters more than its log. */
export async function clearOldLogs(
  folder: string,
  { ageMs, bytes } = limits,
  now = Date.now(),
): Promise<void> {
  try {
    let total = 0
    for (const name of (await readdir(folder)).sort().reverse()) {
      const begun = begunAt(name)
      if (begun === undefined) continue
      const file = path.join(folder, name)
      total += (await stat(file)).size
      if (now - begun > ageMs || total > bytes) await rm(file, { force: true })
    }
  } catch {
    // Another run cleared it meanwhile, or the folder cannot be read: then the next run tries again.
  }
}

function begunAt(name: string): number | undefined {
  const [, year, month, day, hour, minute, second] = logName.exec(name)?.map(Number) ?? []
  if (year === undefined || month === undefined) return undefined
  return Date.UTC(year, month - 1, day, hour, minute, second)
}
