import { opendir, stat } from 'node:fs/promises'
import { createSlices } from '../turns/slices.ts'

/** What a folder held at one time. */
export interface FolderNames {
  /** Of the folder, so that what became of it since is seen. */
  mtimeMs: number
  names: ReadonlySet<string>
}

/** Folders with fewer entries are read as fast as they are remembered. */
const worthKeeping = 1000
const mostKept = 16
/** A change within this time of another may not show in the folder's time. */
const settledMs = 100

const kept = new Map<string, FolderNames>()

/** Names in a folder, from memory where it is large and did not change; `undefined` where it cannot be read. */
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

/** Entries that are read at a time. */
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
