import { lstatSync, readlinkSync } from 'node:fs'
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import { type FolderAround, isRepository, protectedPlace } from '../../../workspace/protected-places.ts'
import { hasCode, isMissing } from '../../files.ts'
import {
  type FoundPlace,
  type InnerPath,
  idOf,
  innerPathOf,
  joinInner,
  keyOf,
  placePath,
  splitInner,
  tooDeep,
} from './found-place.ts'
import { isLeadingOut } from './links-outside.ts'
import { absoluteOf, listFolder, WidenedFolders } from './list-folder.ts'
import { placesBehind } from './places-behind.ts'

interface SearchOptions {
  /**
   * Before a run, targets of links are included, to protect them. After a run, they are not: only what it created is
   * moved.
   */
  isBefore: boolean
  /** Whether the run may change this place; it is then searched for other protected places. */
  isOpen: (place: FoundPlace) => boolean
  /** Places found before, to be checked again under any name. */
  before?: readonly FoundPlace[]
  /** Contains folders outside the workspace that apps may change. */
  appsHome: string
}

export interface FoundPlaces extends Disposable {
  places: FoundPlace[]
  /** What could not be read, relative to the workspace. */
  unseen: string[]
  /** A folder was moved during the search, so it may be incomplete. */
  isMoving: boolean
}

/** Milliseconds of work between turns of the event loop. */
const sliceMs = 8
/** Maximum bytes of a path to which the system still accepts any appended name. */
const longestPath = 3_500

/**
 * Searches a workspace, outer folders first, for protected places, what they lead to inside the workspace, and links
 * that lead out of it. Unreadable folders are made readable for their owner until the result is disposed of. Repeats a
 * few times if folders are moved meanwhile.
 */
export async function findProtected(root: string, options: SearchOptions): Promise<FoundPlaces> {
  const widened = new WidenedFolders()
  try {
    let found = await search(root, options, widened)
    for (let again = 1; found.isMoving && again < mostSearches; again++) {
      await sleep(pauseMs * again)
      found = await search(root, options, widened)
    }
    return { ...found, [Symbol.dispose]: () => widened[Symbol.dispose]() }
  } catch (error) {
    widened[Symbol.dispose]()
    throw error
  }
}

const mostSearches = 6
const pauseMs = 10

async function search(
  root: string,
  { isBefore, isOpen, before = [], appsHome }: SearchOptions,
  widened: WidenedFolders,
): Promise<Omit<FoundPlaces, typeof Symbol.dispose>> {
  const found = new Map<string, FoundPlace>()
  const unseen: string[] = []
  let isMoving = false
  const add = (inner: InnerPath, name: string): FoundPlace | undefined => {
    try {
      const place = describe(root, inner, name)
      if (place !== undefined && !found.has(keyOf(place))) found.set(keyOf(place), place)
      return place
    } catch {
      // One unreadable place must not hide the others.
      unseen.push(inner.toString())
      return undefined
    }
  }
  const folders: InnerPath[] = ['']
  let started = performance.now()
  for (let at = 0; at < folders.length; at++) {
    const folder = folders[at] ?? ''
    const listed = listFolder(absoluteOf(root, folder), widened)
    if (listed === 'gone') isMoving = true
    if (listed === 'closed') unseen.push(folder.toString())
    const entries = typeof listed === 'string' ? [] : listed
    const around = aroundOf(folder, entries)
    for (const { name: entry, isFolder, isLink } of entries) {
      const inner = joinInner(folder, entry)
      const name = protectedPlace(entry.toString(), around)
      if (name !== undefined) {
        const place = add(inner, name)
        if (place === undefined) continue
        if (isBefore) for (const one of placesBehind(root, place, widened)) add(one, name)
        if (isFolder && isOpen(place)) folders.push(inner)
      } else if (isLink) {
        const name = isLeadingOut(root, inner, appsHome)
        if (name !== undefined) add(inner, name)
      } else if (isFolder && Buffer.byteLength(absoluteOf(root, inner)) > longestPath) add(inner, tooDeep)
      else if (isFolder) folders.push(inner)
      if (performance.now() - started < sliceMs) continue
      await turn()
      started = performance.now()
    }
  }
  for (const place of before) add(innerPathOf(place), place.name)
  return { places: [...found.values()], unseen, isMoving }
}

function aroundOf(folder: InnerPath, entries: readonly { name: InnerPath }[]): FolderAround {
  const name = splitInner(folder)[1].toString()
  const hasHead = entries.some((entry) => entry.name === 'HEAD')
  return {
    name,
    isRepository: hasHead && isRepository(new Set(entries.map((entry) => entry.name.toString()))),
  }
}

/** Returns `undefined` if it no longer exists. */
function describe(root: string, inner: InnerPath, name: string): FoundPlace | undefined {
  const file = absoluteOf(root, inner)
  try {
    const stats = lstatSync(file)
    const parent = lstatSync(absoluteOf(root, splitInner(inner)[0]))
    const link = stats.isSymbolicLink() ? { link: readlinkSync(file) } : {}
    return { ...placePath(inner), name, id: idOf(stats), parent: idOf(parent), ...link }
  } catch (error) {
    if (isMissing(error) || hasCode(error, 'ENOTDIR') || hasCode(error, 'EINVAL')) return undefined
    throw error
  }
}
