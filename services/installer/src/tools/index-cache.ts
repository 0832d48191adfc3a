import { stat } from 'node:fs/promises'
import path from 'node:path'
import { CommandIndex } from '@cli-apps/core/command-tools'
import { digestOf, readText, writeFileAtomic } from '@cli-apps/core/node'
import * as z from 'zod'
import { removeOldest } from '../home/remove-oldest.ts'
import { version } from '../version.ts'

const mostEntries = 1000
const mostBytes = 4_000_000

/** Changes with the code that makes indexes, since the built file's name contains a hash. */
const maker = `${version} ${path.basename(new URL(import.meta.url).pathname)}`

const Entry = z.object({ maker: z.string(), stamp: z.string(), index: CommandIndex })

/** Caches indexes of command trees below `folder`, one file each. A damaged or outdated entry counts as missing. */
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
      // On a full or read-only disk, the next call only takes longer.
      await writeFileAtomic(fileOf(treeFile), text).catch(() => {})
    },
    prune: () => removeOldest(folder, mostEntries).catch(() => {}),
  }
}

/**
 * Returns a value that changes whenever a file is written or replaced; `undefined` if it does not exist. Not a digest,
 * which would require reading the file.
 */
export async function indexStamp(file: string): Promise<string | undefined> {
  const found = await stat(file, { bigint: true }).catch(() => undefined)
  return found && [found.ino, found.size, found.mtimeNs, found.ctimeNs].join(' ')
}
