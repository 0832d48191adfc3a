import { readdirSync, statSync } from 'node:fs'

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
export function readFolderNames(folder: string): FolderNames | undefined {
  try {
    const { mtimeMs } = statSync(folder)
    const known = kept.get(folder)
    if (known?.mtimeMs === mtimeMs) return known
    kept.delete(folder)
    const isSettled = Date.now() - mtimeMs > settledMs
    const found = { mtimeMs, names: new Set(readdirSync(folder)) }
    if (isSettled && found.names.size >= worthKeeping) keep(folder, found)
    return found
  } catch {
    return undefined
  }
}

function keep(folder: string, found: FolderNames): void {
  const [oldest] = kept.keys()
  if (kept.size >= mostKept && oldest !== undefined) kept.delete(oldest)
  kept.set(folder, found)
}
