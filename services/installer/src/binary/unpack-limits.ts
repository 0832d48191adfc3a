import { realpathSync } from 'node:fs'
import path from 'node:path'
import { Transform } from 'node:stream'
import { IntegrityError, LimitError } from '@cli-apps/core'
import { isInside } from '@cli-apps/core/node'

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
  return {
    place(name) {
      const parts = name.split('/').filter((part) => part !== '' && part !== '.')
      const isOutside =
        name.startsWith('/') || name.includes('\\') || name.includes('\0') || /^[A-Za-z]:/.test(name)
      if (isOutside || parts.includes('..')) throw escapes(name)
      return path.join(folder, ...parts)
    },
    entry() {
      entries++
      if (entries > most.entries)
        throw new LimitError('archive.too-many-entries', `The archive has more than ${most.entries} entries.`)
    },
    bytes(count) {
      bytes += count
      if (bytes > maxBytes) {
        throw new LimitError(
          'archive.too-large',
          `The archive unpacks to more than ${maxBytes} bytes, ${most.ratio} for each of its own.`,
        )
      }
    },
    holds: (real) => isInside(realFolder, real),
    link(name, target) {
      const from = path.dirname(this.place(name))
      if (target.includes('\\') || path.isAbsolute(target) || !isInside(folder, path.resolve(from, target)))
        throw escapes(`${name} -> ${target}`)
    },
  }
}

export const escapes = (name: string): IntegrityError =>
  new IntegrityError(
    'archive.path-escape',
    `The archive holds ${JSON.stringify(name)}, which leads out of its folder.`,
    {
      hint: 'Nothing was installed; tell the publisher of the app.',
    },
  )

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
