import { isDeepStrictEqual } from 'node:util'
import type { InstallRecord } from '@cli-apps/core'

/**
 * Whether nothing happened to an app but that its help was read, which its install had left for later: a plan for the app as
 * it was before still does what the user confirmed.
 */
export const isOnlyRead = (before: InstallRecord, now: InstallRecord): boolean =>
  before.unread !== undefined && now.unread === undefined && isDeepStrictEqual(program(before), program(now))

/** What a plan to remove the app or to render its skill rests on. */
const program = (record: InstallRecord): unknown[] => {
  const { name, version, digest, method, store, argv } = record
  return [name, version, digest, method, store, argv]
}
