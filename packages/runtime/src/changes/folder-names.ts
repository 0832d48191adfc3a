import { opendir, stat } from 'node:fs/promises'
import { createSlices } from '../turns/slices.ts'

/** The entries of a folder at one point in time. */
export interface FolderNames {
  /** The folder's mtime, to detect later changes. */
  mtimeMs: number
  names: ReadonlySet<string>
}

/** Smaller folders are read as fast as they are cached. */
const worthKeeping = 1000
const mostKept = 16
/** Two changes within this time may leave the same mtime on the folder. */
const settledMs = 100

const kept = new Map<string, FolderNames>()

/** Returns the names in a folder, cached if it is large and unchanged; `undefined` if it cannot be read. */
export async function readFolderNames(folder: string): Promise<FolderNames | undefined> {
  try {
    const { mtimeMs } = await stat(folder)
    const known = kept.get(folder)
    if (known?.mtimeMs === mtimeMs) return known
    kept.delete(folder)
    const isSettled = Date.now() - mtimeMs > settledMs
    const found = { mtimeMs, names: await namesIn(folder) }
    if (isSettled && found.names.size >= worthKeeping) keep(folder, found)
    return found
  } catch {
    return undefined
  }
}

/** Number of entries to read at a time. */
const batch = 1024

async function namesIn(folder: string): Promise<Set<string>> {
  const names = new Set<string>()
  const slices = createSlices()
  for await (const { name } of await opendir(folder, { bufferSize: batch })) {
    names.add(name)
    if (slices.due()) await slices.pause()
  }
  return names
}

function keep(folder: string, found: FolderNames): void {
  const [oldest] = kept.keys()
  if (kept.size >= mostKept && oldest !== undefined) kept.delete(oldest)
  kept.set(folder, found)
}
