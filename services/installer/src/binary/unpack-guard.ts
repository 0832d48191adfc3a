import { realpathSync } from 'node:fs'
import path from 'node:path'
import { Transform } from 'node:stream'
import { LimitError, t } from '@cli-apps/core'
import { isInside } from '@cli-apps/core/node'
import { escapes } from './archive-errors.ts'
import { entryParts } from './entry-name.ts'

/** Limits of an archive: entries, total bytes, and unpacked bytes per downloaded byte. */
const most = { entries: 100_000, bytes: 40_000_000_000, ratio: 250 }

export interface UnpackGuard {
  /** Returns the absolute path of an entry; throws if its name leads out of the folder. */
  place(name: string): string
  /** Counts an entry. */
  entry(): void
  /** Counts unpacked bytes. */
  bytes(count: number): void
  /** Whether a real path is in the folder. */
  holds(real: string): boolean
  /** Checks the textual target of a symbolic link. */
  link(name: string, target: string): void
}

/** Creates the limits for unpacking an archive of `archiveBytes` into `folder`. */
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

/** A pass-through stream that counts bytes against the limits. */
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
