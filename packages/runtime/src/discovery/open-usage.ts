import { lstat, open } from 'node:fs/promises'
import { isMissing, type Workspace } from '@cli-apps/core/node'
import { AuditEntry } from '../audit/audit-log.ts'
import { auditFile } from '../audit/open-audit-log.ts'

/** Recent use of an app. */
interface AppUse {
  /** Number of runs in the tail of the audit log. */
  runs: number
  /** Time of the last run, in milliseconds since 1970. */
  lastAt: number
}
export type UsageByApp = ReadonlyMap<string, AppUse>

/** About a thousand calls; older ones say little about current needs. */
const tailBytes = 256 * 1024

/**
 * Returns the recent use of apps from the tail of the audit log, read again only when the log has changed. A missing or
 * unreadable log counts as empty.
 */
export function openUsage(workspace: Workspace): () => Promise<UsageByApp> {
  const file = auditFile(workspace)
  let stamp = ''
  let known: UsageByApp = new Map()
  return async () => {
    try {
      const stats = await lstat(file)
      // A cloned workspace may contain a link here, to a pipe that never ends or to a private file.
      if (!stats.isFile()) return new Map()
      const { ino, size, mtimeMs } = stats
      const now = `${ino} ${size} ${mtimeMs}`
      if (now !== stamp) [known, stamp] = [usageIn(await readTail(file)), now]
      return known
    } catch (error) {
      if (isMissing(error)) return new Map()
      return known
    }
  }
}

async function readTail(file: string): Promise<string> {
  await using handle = await open(file)
  const { size } = await handle.stat()
  const start = Math.max(0, size - tailBytes)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - start), 0, size - start, start)
  const text = buffer.toString('utf8', 0, bytesRead)
  // The first line of a tail is usually cut.
  return start === 0 ? text : text.slice(text.indexOf('\n') + 1)
}

/** Counts executed runs, whatever the app's exit status. Lines that are not valid entries are skipped. */
export function usageIn(lines: string): UsageByApp {
  const usage = new Map<string, AppUse>()
  for (const line of lines.split('\n')) {
    const entry = parseEntry(line)
    if (entry?.tool !== 'run_cli_app' || entry.app === undefined || !entry.ok) continue
    const at = Date.parse(entry.at)
    if (Number.isNaN(at)) continue
    const { runs, lastAt } = usage.get(entry.app) ?? { runs: 0, lastAt: 0 }
    usage.set(entry.app, { runs: runs + 1, lastAt: Math.max(lastAt, at) })
  }
  return usage
}

function parseEntry(line: string): AuditEntry | undefined {
  if (line === '') return undefined
  try {
    return AuditEntry.safeParse(JSON.parse(line)).data
  } catch {
    return undefined
  }
}

const dayMs = 86_400_000

/** From 0 to 1: half for frequency, half for recency, which halves each week. */
export function useWeight({ runs, lastAt }: AppUse, now: number): number {
  const often = Math.min(1, Math.log2(1 + runs) / 6)
  const lately = 0.5 ** (Math.max(0, now - lastAt) / (7 * dayMs))
  return (often + lately) / 2
}
