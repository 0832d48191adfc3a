import { IndexEntry } from '@cli-apps/core'
import type { ListedRow } from '../db/queries/app-rows.ts'

/** Returns the list entry of a row. */
export const entryOf = (row: ListedRow): IndexEntry => IndexEntry.parse(row)
