import { IndexEntry } from '@cli-apps/core'
import type { AppRow } from '../db/queries/apps/app-rows.ts'

/** Returns the list entry of a row. */
export const listEntryOf = ({ i18n, ...row }: Pick<AppRow, 'i18n'>): IndexEntry =>
  IndexEntry.parse({ ...row, ...(i18n !== null && { i18n }) })
