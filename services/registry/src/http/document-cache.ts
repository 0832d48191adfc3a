import type { CachedDocument } from './cached-document.ts'

/**
 * Rendered documents in memory, as bytes with their headers. The oldest go first, but one that was asked for since it was
 * last its turn is spared once more. A document that a change has superseded stays as long as there is space, unspared: it is
 * better than none while the database is away.
 */
export interface DocumentCache {
  /** A document that no change has superseded. */
  find(path: string): CachedDocument | undefined
  /** The last document that was rendered for a path, superseded or not. */
  findStale(path: string): CachedDocument | undefined
  add(path: string, document: CachedDocument, generation: number): void
  /** Counts what a document that was added has gained since, by being compressed. */
  grow(path: string, document: CachedDocument, gained: number): void
  /** Supersedes what tells of an app, or everything. The one place where a change reaches the documents. */
  drop(app?: string): void
  /** Counts the drops: a document that was begun before one counts as superseded. */
  generation(): number
  /** What has happened so far; plain numbers, since most requests end here. */
  counts: Readonly<CacheCounts>
}

export interface CacheCounts {
  hits: number
  /** Superseded documents that were given out all the same. */
  stale: number
  /** Documents that were regenerated. */
  misses: number
  evictions: number
  documents: number
  bytes: number
}

interface Entry {
  document: CachedDocument
  size: number
  isCurrent: boolean
  /** Has somebody asked for it? Noting that costs a hit less than moving the entry behind the others. */
  isUsed: boolean
}

/** What an entry takes besides the bytes of its bodies: headers, tag, keys and objects. Measured. */
const entryOverhead = 1500

export const defaultCacheBytes = 128 * 1024 * 1024

export function createDocumentCache(maxBytes = defaultCacheBytes): DocumentCache {
  const entries = new Map<string, Entry>()
  const counts: CacheCounts = { hits: 0, stale: 0, misses: 0, evictions: 0, documents: 0, bytes: 0 }
  let generation = 0
  const remove = (path: string, { size }: Entry): void => {
    if (!entries.delete(path)) return
    counts.bytes -= size
    counts.documents--
  }
  const freeSpace = (size: number): void => {
    // What is put behind the others here is met again, unused by then, if nothing else frees enough space.
    for (const [oldest, old] of entries) {
      if (counts.bytes + size <= maxBytes) break
      if (old.isUsed && old.isCurrent) {
        old.isUsed = false
        entries.delete(oldest)
        entries.set(oldest, old)
      } else {
        remove(oldest, old)
        counts.evictions++
      }
    }
  }
  const put = (path: string, entry: Entry): void => {
    const before = entries.get(path)
    if (before !== undefined) remove(path, before)
    if (entry.size > maxBytes) return
    freeSpace(entry.size)
    entries.set(path, entry)
    counts.bytes += entry.size
    counts.documents++
  }
  return {
    counts,
    find: (path) => {
      const found = entries.get(path)
      if (found === undefined || !found.isCurrent) return undefined
      counts.hits++
      found.isUsed = true
      return found.document
    },
    findStale: (path) => {
      const found = entries.get(path)
      if (found === undefined) return undefined
      counts.stale++
      found.isUsed = true
      return found.document
    },
    add: (path, document, begun) => {
      counts.misses++
      const size = document.plain.body.length + entryOverhead
      const isCurrent = begun === generation
      if (size > maxBytes || (!isCurrent && entries.get(path)?.isCurrent)) return
      put(path, { document, size, isCurrent, isUsed: false })
    },
    grow: (path, document, gained) => {
      const entry = entries.get(path)
      if (entry?.document === document) put(path, { ...entry, size: entry.size + gained })
    },
    drop: (app) => {
      generation++
      for (const entry of entries.values())
        if (app === undefined || entry.document.app === null || entry.document.app === app)
          entry.isCurrent = false
    },
    generation: () => generation,
  }
}
