import { type Dirent, lstatSync, readdirSync, readlinkSync, realpathSync, type Stats } from 'node:fs'
import path from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import * as z from 'zod'
import { isRepository, protectedPlace } from '../../protected-places.ts'
import { isInside } from '../files.ts'

/** Something at a protected place of a workspace. */
export const FoundPlace = z.object({
  /** Relative to the workspace. */
  path: z.string(),
  /** Which protected place it is, as grants name it. */
  name: z.string(),
  /** By which it is known again after it was moved. */
  id: z.string(),
  /** The folder that it is in, in the same way. */
  parent: z.string(),
  /** What it says, where it is a link. */
  link: z.string().optional(),
})
export type FoundPlace = z.infer<typeof FoundPlace>

export interface FoundPlaces {
  places: FoundPlace[]
  /** There are more folders than are looked into. */
  isCut: boolean
}

/** Package managers put code there that tools run in any case, and more folders than all the rest has. */
const skipped = 'node_modules'
const mostFolders = 20_000
/** How long the event loop is kept in one piece. */
const sliceMs = 8

/** Looks through a workspace, outer folders first; what is at a protected place is not looked into. */
export async function findProtected(root: string): Promise<FoundPlaces> {
  const places: FoundPlace[] = []
  const folders = ['']
  let started = performance.now()
  for (let at = 0; at < folders.length; at++) {
    if (at === mostFolders) return { places, isCut: true }
    const folder = folders[at] ?? ''
    const entries = readEntries(path.join(root, folder))
    const hasHead = entries.some(({ name }) => name === 'HEAD')
    const isGit = hasHead && isRepository(new Set(entries.map(({ name }) => name)))
    for (const entry of entries) {
      const place = path.join(folder, entry.name)
      const name = protectedPlace(entry.name, { isTop: folder === '', isRepository: isGit })
      if (name !== undefined) places.push(...placesAt(root, place, name))
      else if (entry.isDirectory() && entry.name !== skipped) folders.push(place)
    }
    if (performance.now() - started < sliceMs) continue
    await turn()
    started = performance.now()
  }
  return { places, isCut: false }
}

function readEntries(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    // It went meanwhile, or may not be read: by us, and so by no tool of this user.
    return []
  }
}

/** What is there, and for a link also what it leads to inside the workspace. */
function placesAt(root: string, place: string, name: string): FoundPlace[] {
  const found = describe(root, place, name)
  if (found?.link === undefined) return found === undefined ? [] : [found]
  try {
    const real = realpathSync.native(path.join(root, place))
    const target = isInside(root, real) && real !== root ? path.relative(root, real) : undefined
    const led = target === undefined ? undefined : describe(root, target, name)
    return led === undefined ? [found] : [found, led]
  } catch {
    return [found]
  }
}

function describe(root: string, place: string, name: string): FoundPlace | undefined {
  const file = path.join(root, place)
  const stats = lstatSync(file, { throwIfNoEntry: false })
  if (stats === undefined) return undefined
  const parent = lstatSync(path.dirname(file), { throwIfNoEntry: false })
  if (parent === undefined) return undefined
  const link = stats.isSymbolicLink() ? { link: readlinkSync(file) } : {}
  return { path: place, name, id: idOf(stats), parent: idOf(parent), ...link }
}

/** Numbers of files are given again: when it was made tells two apart. */
const idOf = ({ dev, ino, mode, birthtimeMs }: Stats): string =>
  [dev, ino, mode >> 12, Math.round(birthtimeMs)].join(':')
