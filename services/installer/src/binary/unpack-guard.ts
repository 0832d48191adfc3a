import { realpathSync } from 'node:fs'
import path from 'node:path'
import { Transform } from 'node:stream'
import { LimitError, t } from '@cli-apps/core'
import { isInside } from '@cli-apps/core/node'
import { escapes } from './archive-errors.ts'
import { entryParts } from './entry-name.ts'

/** What an archive may do at most: entries, bytes in all, and bytes for each byte of the download. */
const most = { entries: 100_000, bytes: 40_000_000_000, ratio: 250 }

export interface UnpackGuard {
  /** The absolute place of an entry, or throws when its name leads out of the folder. */
  place(name: string): string
  /** Counts an entry. */
  entry(): void
  /** Counts unpacked bytes. */
  bytes(count: number): void
  /** Is a real path that of the folder or below it? */
  holds(real: string): boolean
  /** Checks where a symbolic link leads to, by its words. */
  link(name: string, target: string): void
}

/** Bounds and borders of one unpacking into `folder` of an archive of `archiveBytes`. */
export function createUnpackGuard(folder: string, archiveBytes: number): UnpackGuard {
  const maxBytes = Math.min(most.bytes, archiveBytes * most.ratio + 1_000_000)
  const realFolder = realpathSync(folder)
  let entries = 0
  let bytes = 0
  const place = (name: string): string => path.join(folder, ...entryParts(name))
  return {
    place,
    entry() {
      entries++
      if (entries > most.entries)
        throw new LimitError(
          'archive.too-many-entries',
          t('archive.too-many-entries', 'The archive has more than {entries} entries.', {
            entries: most.entries,
          }),
        )
    },
    bytes(count) {
      bytes += count
      if (bytes > maxBytes) {
        throw new LimitError(
          'archive.too-large',
          t(
            'archive.too-large',
            'The archive unpacks to more than {maxBytes} bytes, {ratio} times its own size.',
            { maxBytes, ratio: most.ratio },
          ),
        )
      }
    },
    holds: (real) => isInside(realFolder, real),
    link(name, target) {
      const from = path.dirname(place(name))
      const isAway = target.includes('\\') || path.isAbsolute(target) || target === ''
      if (isAway || !isInside(folder, path.resolve(from, target))) throw escapes(`${name} -> ${target}`)
    },
  }
}

/** Passes bytes on and counts them against the guard's bounds. */
export const counted = (guard: UnpackGuard): Transform =>
  new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      try {
        guard.bytes(chunk.length)
        done(null, chunk)
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)))
      }
    },
  })
