import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { exists, isMissing } from '@cli-apps/core/node'
import { entryAt, type StoreEntry } from './store.ts'

/** A folder where the store keeps programs. */
export interface FoundEntry {
  entry: StoreEntry
  name: string
  version: string
  /** The build was completed. */
  isFinished: boolean
}

/**
 * Lists everything in the store, or of one app, in order: also unfinished entries and folders moved aside for a build.
 */
export async function listEntries(store: string, only?: string): Promise<FoundEntry[]> {
  const found: FoundEntry[] = []
  for (const name of only === undefined ? await foldersIn(store) : [only]) {
    for (const version of await foldersIn(path.join(store, name))) {
      for (const key of await foldersIn(path.join(store, name, version))) {
        const entry = entryAt(path.join(store, name, version, key))
        const isFinished = /^[0-9a-f]{16}$/.test(key) && (await exists(entry.app))
        found.push({ entry, name, version, isFinished })
      }
    }
  }
  return found
}

async function foldersIn(folder: string): Promise<string[]> {
  try {
    const children = await readdir(folder, { withFileTypes: true })
    return children
      .filter((child) => child.isDirectory())
      .map(({ name }) => name)
      .sort()
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}
