import type { KeyObject } from 'node:crypto'
import { statSync } from 'node:fs'
import { hasCode } from '../files.ts'
import { earlierKeyFile, readRecordKey, recordKeyFile } from './record-key.ts'
import { isRecordSignedBy } from './signed-record.ts'

/** Distinguishes records that this user's installer wrote from records that came with a folder. */
export interface RecordSignatures {
  /** Whether this user's installer signed this content of a record file. Throws like `readRecordKey`. */
  isOwn(record: unknown): Promise<boolean>
}

/** Reads the key again only when its file changed, since the first install may happen at any time. */
export function openRecordSignatures(home: string): RecordSignatures {
  const files = [recordKeyFile(home), earlierKeyFile(home)]
  let known: { stamp: string; key: KeyObject | undefined } | undefined
  return {
    async isOwn(record) {
      const stamp = files.map(stampOf).join()
      if (known?.stamp !== stamp) known = { stamp, key: await readRecordKey(home) }
      return known.key !== undefined && isRecordSignedBy(record, known.key)
    },
  }
}

/** Synchronous on purpose: lists check hundreds of records. */
function stampOf(file: string): string {
  try {
    const stats = statSync(file, { bigint: true, throwIfNoEntry: false })
    return stats === undefined ? '' : `${stats.ino} ${stats.ctimeNs}`
  } catch (error) {
    // The folder belongs to another user; reading the key reports that.
    if (hasCode(error, 'EACCES')) return 'hidden'
    throw error
  }
}
