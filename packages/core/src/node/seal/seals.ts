import type { KeyObject } from 'node:crypto'
import { statSync } from 'node:fs'
import { hasCode } from '../files.ts'
import { isSealedBy } from './record-seal.ts'
import { readSealKey, sealKeyFile } from './seal-key.ts'

/** Tells what this user's installer wrote from what came with a folder. */
export interface Seals {
  /** Is that content of a record's file sealed by this user's installer? Throws as `readSealKey`. */
  isOwn(record: unknown): Promise<boolean>
}

/** Reads the key again only where its file changed: the user may have installed for the first time meanwhile. */
export function openSeals(home: string): Seals {
  const file = sealKeyFile(home)
  let known: { stamp: string; key: KeyObject | undefined } | undefined
  return {
    async isOwn(record) {
      const stamp = stampOf(file)
      if (known?.stamp !== stamp) known = { stamp, key: await readSealKey(home) }
      return known.key !== undefined && isSealedBy(record, known.key)
    },
  }
}

/** Synchronous on purpose: lists ask for hundreds of records. */
function stampOf(file: string): string {
  try {
    const stats = statSync(file, { bigint: true, throwIfNoEntry: false })
    return stats === undefined ? '' : `${stats.ino} ${stats.ctimeNs}`
  } catch (error) {
    // In the folder of another user; reading the key says so.
    if (hasCode(error, 'EACCES')) return 'hidden'
    throw error
  }
}
