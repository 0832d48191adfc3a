import { IndexEntry } from '@cli-apps/core'
import type { ListedRow } from '../db/queries/app-rows.ts'

/** A row as lists show it. */
export const entryOf = (row: ListedRow): IndexEntry => IndexEntry.parse(row)
