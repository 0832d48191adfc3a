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
import { treeDifferences } from './tree-differences.ts'

interface ChosenEntry {
  entry: StoreEntry
  /** The program is there, whole, with the tree that was asked for. */
  isStored: boolean
}

/** Managers that install any tree that a lockfile names. For the others, the manifest or the digests of an index decide. */
const treeDecides: readonly MethodKind[] = ['npm', 'pip']

/**
 * The place in the store for a program. What was resolved here and what a lockfile holds are kept apart unless they are
 * the same: a lockfile may hold older dependencies, and it may come with a third-party workspace, whose tree no other
 * workspace is to get.
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

/** Also of an entry whose program is gone, or which is out of service for a repair: it is built again in its place. */
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

/** Names and hashes alone do not tell where a package comes from that is locked without a hash. */
const sourcesOf = (tree: readonly LockedArtifact[]): string =>
  JSON.stringify(
    tree
      .filter(({ url, package: own }) => url !== undefined || own !== undefined)
      .map(({ name, url, package: own }) => [name, url, own])
      .sort(),
  )
