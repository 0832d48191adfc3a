import { type BigIntStats, statSync } from 'node:fs'
import { isMissing } from '@cli-apps/core/node'

/**
 * What changes whenever a file is written or put in another's place; empty where there is none. Never throws: of what cannot
 * be looked at, such as a link to itself, it is the reason, and whoever reads the file says so. Synchronous on purpose: a
 * look takes microseconds, a trip through the thread pool many times that.
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

/** Also the time of the last change of anything, as tools that copy files may keep the other one. */
export const stampOfStats = (stats: BigIntStats): string =>
  `${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}`
