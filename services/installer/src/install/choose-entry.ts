import type { LockedArtifact, MethodKind } from '@cli-apps/core'
import { digestOf, hasCode } from '@cli-apps/core/node'
import { asideOf } from '../store/aside.ts'
import {
  entryAt,
  readAppFile,
  readStoredApp,
  type StoredApp,
  type StoreEntry,
  type StoreKey,
  storeEntry,
} from '../store/store.ts'
import { treeDifferences } from './program/tree-differences.ts'

export interface ChosenEntry {
  entry: StoreEntry
  /** The store has the complete program, with the requested dependency tree. */
  isStored: boolean
}

/**
 * Managers that install any tree that a lockfile names. For the others, the manifest or the digests of an index decide.
 */
const treeDecides: readonly MethodKind[] = ['npm', 'pip']

/**
 * Returns the store entry for a program.
 * A tree that was resolved here and a tree from a lockfile share an entry only if they are equal: a lockfile may hold
 * older dependencies, and one from a third-party workspace must not affect other workspaces.
 */
export async function chooseEntry(
  store: string,
  key: StoreKey,
  tree: readonly LockedArtifact[] | undefined,
): Promise<ChosenEntry> {
  const entry = storeEntry(store, key)
  if (tree === undefined || isSameTree(tree, await readWhatWasBuilt(entry), key.method))
    return { entry, isStored: (await readStoredApp(entry)) !== undefined }
  const own = storeEntry(store, { ...key, runsOn: `${key.runsOn} ${digestOf(JSON.stringify(tree))}` })
  return { entry: own, isStored: (await readStoredApp(own)) !== undefined }
}

/**
 * Also reads an entry whose program is missing or disabled for a repair, because the program is rebuilt in that entry.
 */
async function readWhatWasBuilt(entry: StoreEntry): Promise<StoredApp | undefined> {
  try {
    return (await readAppFile(entry)) ?? (await readAppFile(entryAt(asideOf(entry))))
  } catch (error) {
    if (hasCode(error, 'store.corrupt')) return undefined
    throw error
  }
}

function isSameTree(
  tree: readonly LockedArtifact[],
  built: StoredApp | undefined,
  method: MethodKind,
): boolean {
  if (built === undefined) return !treeDecides.includes(method)
  return treeDifferences(tree, built.artifacts).length === 0 && sourcesOf(tree) === sourcesOf(built.artifacts)
}

/** For a package that is locked without a hash, name and hash do not show where it comes from. */
const sourcesOf = (tree: readonly LockedArtifact[]): string =>
  JSON.stringify(
    tree
      .filter(({ url, package: own }) => url !== undefined || own !== undefined)
      .map(({ name, url, package: own }) => [name, url, own])
      .sort(),
  )
