import { utimes } from 'node:fs/promises'
import path from 'node:path'
import { CommandNode } from '@cli-apps/core'
import { digestOf, readText, writeFileAtomic } from '@cli-apps/core/node'
import * as z from 'zod'
import { removeOldest } from '../home/remove-oldest.ts'

/** Trees that were read before, of at most so many programs. */
const mostEntries = 200
const mostBytes = 16_000_000

/** Some programs are only the way to others, which change without them. */
const longestMs = 7 * 24 * 60 * 60_000

const Entry = z.object({ key: z.string(), read_at: z.number(), tree: CommandNode })

/** Keeps command trees of programs below `folder`, by what decides them. Whatever is wrong with an entry, it is as if it were not there. */
interface TreeCache {
  read(key: string): Promise<CommandNode | undefined>
  write(key: string, tree: CommandNode): Promise<void>
}

export function openTreeCache(folder: string): TreeCache {
  const fileOf = (key: string): string =>
    path.join(
      folder,
      `${digestOf(key)
        .replace(/^sha256:/, '')
        .slice(0, 40)}.json`,
    )
  return {
    async read(key) {
      try {
        const file = fileOf(key)
        const entry = Entry.parse(JSON.parse((await readText(file)) ?? ''))
        if (entry.key !== key || Date.now() - entry.read_at > longestMs) return undefined
        // The least lately used go first. Only the order matters, so a failure does not.
        await utimes(file, new Date(), new Date()).catch(() => {})
        return entry.tree
      } catch {
        return undefined
      }
    },
    async write(key, tree) {
      const text = JSON.stringify({ key, read_at: Date.now(), tree })
      if (text.length > mostBytes) return
      try {
        await writeFileAtomic(fileOf(key), text)
        await removeOldest(folder, mostEntries)
      } catch {
        // A full or read-only disk costs the next call its time, and nothing else.
      }
    },
  }
}
