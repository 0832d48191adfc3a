import type { CachedDocument } from './cached-document.ts'

/** Rendered documents in memory, as bytes with their headers; the least recently used go first. */
export interface DocumentCache {
  find(path: string): CachedDocument | undefined
  add(path: string, document: CachedDocument, generation: number): void
  /** Counts what a document that was added has gained since, by being compressed. */
  grow(path: string, document: CachedDocument, gained: number): void
  /** Forgets what tells of an app, or everything. The one place where a change reaches the documents. */
  drop(app?: string): void
  /** Counts the drops: a document that was begun before one is not kept. */
  generation(): number
}

interface Entry {
  document: CachedDocument
  size: number
}

export function createDocumentCache(maxBytes = 64 * 1024 * 1024): DocumentCache {
  const entries = new Map<string, Entry>()
  let bytes = 0
  let generation = 0
  const remove = (path: string, { size }: Entry): void => {
    if (entries.delete(path)) bytes -= size
  }
  const put = (path: string, entry: Entry): void => {
    const before = entries.get(path)
    if (before !== undefined) remove(path, before)
    entries.set(path, entry)
    bytes += entry.size
    for (const [oldest, old] of entries) {
      if (bytes <= maxBytes) break
      remove(oldest, old)
    }
  }
  return {
    find: (path) => {
      const found = entries.get(path)
      if (found === undefined) return undefined
      entries.delete(path)
      entries.set(path, found)
      return found.document
    },
    add: (path, document, begun) => {
      const size = document.plain.body.length
      if (begun === generation && size <= maxBytes) put(path, { document, size })
    },
    grow: (path, document, gained) => {
      const entry = entries.get(path)
      if (entry?.document === document) put(path, { document, size: entry.size + gained })
    },
    drop: (app) => {
      generation++
      for (const [path, entry] of entries)
        if (app === undefined || entry.document.app === null || entry.document.app === app)
          remove(path, entry)
    },
    generation: () => generation,
  }
}
