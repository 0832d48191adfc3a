import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { StoreEntry } from './store.ts'

/** Suffix of folders that are moved aside for a build. */
export const asideSuffix = '.aside'

export const asideOf = ({ folder }: StoreEntry): string => `${folder}${asideSuffix}`

/** Moves a whole entry aside, so that a partly repaired program never runs. */
export async function putAside(entry: StoreEntry): Promise<void> {
  await removeFolder(asideOf(entry))
  await rename(entry.folder, asideOf(entry))
}

/** Restores the folder that was moved aside. */
export async function putBack(entry: StoreEntry): Promise<void> {
  await mkdir(path.dirname(entry.folder), { recursive: true })
  await rename(asideOf(entry), entry.folder)
}

export const removeFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 3 })
