import { stat } from 'node:fs/promises'
import path from 'node:path'
import { CommandIndex } from '@cli-apps/core/command-tools'
import { digestOf, readText, writeFileAtomic } from '@cli-apps/core/node'
import * as z from 'zod'
import { removeOldest } from '../home/remove-oldest.ts'
import { version } from '../version.ts'

const mostEntries = 1000
const mostBytes = 4_000_000

/** The name of this file in the built program changes with the code that makes indexes. */
const maker = `${version} ${path.basename(new URL(import.meta.url).pathname)}`

const Entry = z.object({ maker: z.string(), stamp: z.string(), index: CommandIndex })

/**
 * Keeps indexes of command trees below `folder`, one for each file. Whatever is wrong with an entry, or when its tree
 * was written since, it is as if it were not there.
 */
export interface IndexCache {
  read(treeFile: string, stamp: string): Promise<CommandIndex | undefined>
  write(treeFile: string, stamp: string, index: CommandIndex): Promise<void>
  /** Removes the oldest entries above the limit. */
  prune(): Promise<void>
}

export function openIndexCache(folder: string): IndexCache {
  const fileOf = (treeFile: string): string =>
    path.join(folder, `${digestOf(treeFile).replace('sha256:', '').slice(0, 40)}.json`)
  return {
    async read(treeFile, stamp) {
      try {
        const entry = Entry.parse(JSON.parse((await readText(fileOf(treeFile))) ?? ''))
        return entry.maker === maker && entry.stamp === stamp ? entry.index : undefined
      } catch {
        return undefined
      }
    },
    async write(treeFile, stamp, index) {
      const text = JSON.stringify({ maker, stamp, index })
      if (text.length > mostBytes) return
      // A full or read-only disk costs the next call its time, and nothing else.
      await writeFileAtomic(fileOf(treeFile), text).catch(() => {})
    },
    prune: () => removeOldest(folder, mostEntries).catch(() => {}),
  }
}

/**
 * What changes whenever a file is written or put in another's place, or `undefined` where there is none: a digest would
 * have to read what the index spares.
 */
export async function indexStamp(file: string): Promise<string | undefined> {
  const found = await stat(file, { bigint: true }).catch(() => undefined)
  return found && [found.ino, found.size, found.mtimeNs, found.ctimeNs].join(' ')
}
