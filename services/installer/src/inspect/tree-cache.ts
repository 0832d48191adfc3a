import { utimes } from 'node:fs/promises'
import path from 'node:path'
import { CommandNode } from '@cli-apps/core'
import { digestOf, readText, writeFileAtomic } from '@cli-apps/core/node'
import * as z from 'zod'
import { removeOldest } from '../home/remove-oldest.ts'

/** Maximum number of cached trees. */
const mostEntries = 200
const mostBytes = 16_000_000

/** Some programs only dispatch to others, which change independently. */
const longestMs = 7 * 24 * 60 * 60_000
/** What time cut short is asked again soon, when the machine may be less busy. */
const briefMs = 60 * 60_000

const Entry = z.object({
  key: z.string(),
  read_at: z.number(),
  is_brief: z.boolean().optional(),
  tree: CommandNode,
})

/** Caches command trees below `folder`, by the digest of their program. A damaged entry counts as missing. */
interface TreeCache {
  read(key: string): Promise<CommandNode | undefined>
  /** `isBrief`: for an hour instead of a week. */
  write(key: string, tree: CommandNode, options?: { isBrief?: boolean }): Promise<void>
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
        const most = entry.is_brief ? briefMs : longestMs
        if (entry.key !== key || Date.now() - entry.read_at > most) return undefined
        // Marks the entry as recently used. Only the eviction order depends on it, so failures are ignored.
        await utimes(file, new Date(), new Date()).catch(() => {})
        return entry.tree
      } catch {
        return undefined
      }
    },
    async write(key, tree, { isBrief = false } = {}) {
      const text = JSON.stringify({ key, read_at: Date.now(), ...(isBrief && { is_brief: true }), tree })
      if (text.length > mostBytes) return
      try {
        await writeFileAtomic(fileOf(key), text)
        await removeOldest(folder, mostEntries)
      } catch {
        // On a full or read-only disk the next call is merely slower.
      }
    },
  }
}
