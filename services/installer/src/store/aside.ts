import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { StoreEntry } from './store.ts'

/** Ends the names of folders that make way for a build. */
export const asideSuffix = '.aside'

export const asideOf = ({ folder }: StoreEntry): string => `${folder}${asideSuffix}`

/** Takes an entry out of service as a whole, so that nobody ever runs half of its repair. */
export async function putAside(entry: StoreEntry): Promise<void> {
  await removeFolder(asideOf(entry))
  await rename(entry.folder, asideOf(entry))
}

/** Brings back what made way. */
export async function putBack(entry: StoreEntry): Promise<void> {
  await mkdir(path.dirname(entry.folder), { recursive: true })
  await rename(asideOf(entry), entry.folder)
}

export const removeFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 3 })
