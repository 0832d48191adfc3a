import type { KeyObject } from 'node:crypto'
import { isSealedBy } from './record-seal.ts'
import { readSealKey } from './seal-key.ts'

/** Tells what this user's installer wrote from what came with a folder. */
export interface Seals {
  /** Is that content of a record's file sealed by this user's installer? Throws as `readSealKey`. */
  isOwn(record: unknown): Promise<boolean>
}

/** Reads the key once, and again only where it does not fit: the user may have installed for the first time meanwhile. */
export function openSeals(home: string): Seals {
  let key: KeyObject | undefined
  return {
    async isOwn(record) {
      if (key !== undefined && isSealedBy(record, key)) return true
      key = await readSealKey(home)
      return key !== undefined && isSealedBy(record, key)
    },
  }
}
