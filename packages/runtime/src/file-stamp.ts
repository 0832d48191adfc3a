import { type BigIntStats, statSync } from 'node:fs'
import { isMissing } from '@cli-apps/core/node'

/**
 * A value that changes whenever a file is written or replaced; empty if the file does not exist. Never throws: for a
 * file that cannot be examined, such as a link to itself, it is the reason, and the reader of the file reports it.
 * Synchronous on purpose: stat takes microseconds, a trip through the thread pool many times that.
 */
export function stampOf(file: string): string {
  try {
    const stats = statSync(file, { bigint: true, throwIfNoEntry: false })
    return stats === undefined ? '' : stampOfStats(stats)
  } catch (error) {
    if (isMissing(error)) return ''
    return error instanceof Error ? error.message : String(error)
  }
}

/** Includes ctime, since tools that copy files may preserve mtime. */
export const stampOfStats = (stats: BigIntStats): string =>
  `${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}`
