import { createHash, createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { RecordSummary } from '../../workspace/record-summary.ts'
import { fileTimesLagMs } from '../files.ts'
import { writeFileAtomic } from '../write-file-atomic.ts'
import { readRecordKey } from './record-key.ts'

/** What is kept of a record. */
export type KeptSummary = RecordSummary & { isOwn: boolean }

/** Summaries that an earlier process read, each valid until its record is written again. */
interface KeptSummaries {
  /** The summary of a record file; calls `read` unless it is kept. */
  get(file: string, read: () => Promise<KeptSummary | undefined>): Promise<KeptSummary | undefined>
  /** Writes what this process was given, if it read any of it. Never throws. */
  save(): Promise<void>
}

type Entries = Record<string, [stamp: string, summary: KeptSummary]>

/**
 * Opens the summaries kept for a folder of records; `undefined` for a user without a record key, who has installed nothing. They
 * are signed with that key, so that whatever else wrote the file, it counts as missing. `reader` names the program that
 * reads them: another version of it may show other texts.
 */
export async function openKeptSummaries(
  records: string,
  { home, reader }: { home: string; reader: string },
): Promise<KeptSummaries | undefined> {
  const key = await readRecordKey(home)
  if (key === undefined) return undefined
  const file = path.join(home, 'cache', 'summaries', createHash('sha256').update(records).digest('hex'))
  const scope = `cli-apps summaries\n${reader}\n${records}\n`
  const known = readEntries(file, scope, key)
  const next: Entries = {}
  let isChanged = false
  return {
    async get(record, read) {
      const stamp = fileStamp(record)
      const entry = Object.hasOwn(known, record) ? known[record] : undefined
      if (stamp !== undefined && entry?.[0] === stamp) {
        next[record] = entry
        return entry[1]
      }
      const summary = await read()
      if (stamp === undefined || summary === undefined) return summary
      next[record] = [stamp, summary]
      isChanged = true
      return summary
    },
    async save() {
      if (!isChanged) return
      const text = JSON.stringify(next)
      await writeFileAtomic(file, `${sign(scope, text, key)}\n${text}`, 0o600).catch(() => {})
    },
  }
}

/** A cache: damaged, of another version or written by something else, it is empty. */
function readEntries(file: string, scope: string, key: KeyObject): Entries {
  try {
    const content = readFileSync(file, 'utf8')
    const end = content.indexOf('\n')
    const text = content.slice(end + 1)
    const signature = Buffer.from(content.slice(0, end))
    const expected = Buffer.from(sign(scope, text, key))
    const isOurs = signature.length === expected.length && timingSafeEqual(signature, expected)
    return isOurs ? JSON.parse(text) : {}
  } catch {
    return {}
  }
}

const sign = (scope: string, text: string, key: KeyObject): string =>
  createHmac('sha256', key).update(scope).update(text).digest('base64url')

/**
 * What changes with every write to a file, which sets its `ctime`; `undefined` when there is no file, or when it was written so
 * recently that another write could leave the same time.
 */
function fileStamp(file: string): string | undefined {
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false })
  if (stats === undefined || Number(stats.ctimeMs) > Date.now() - fileTimesLagMs) return undefined
  return `${stats.dev} ${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}`
}
