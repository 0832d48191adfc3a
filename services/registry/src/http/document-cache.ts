import { LRUCache } from 'lru-cache'
import type { CachedDocument } from './cached-document.ts'

/**
 * Rendered documents in memory, as bytes with their headers; those that were not asked for the longest go first. A document
 * that a change has superseded stays as long as there is space: it is better than none while the database is away.
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
  /** What has happened so far. */
  counts: Readonly<CacheCounts>
}

export interface CacheCounts {
  hits: number
  /** Superseded documents that were given out all the same. */
  stale: number
  /** Documents that were regenerated. */
  misses: number
  evictions: number
  readonly documents: number
  readonly bytes: number
}

interface Entry {
  document: CachedDocument
  size: number
  /** The generation up to which no change has superseded it. */
  generation: number
}

/** What an entry takes besides the bytes of its bodies: headers, tag, keys and objects. Measured. */
const entryOverhead = 1500

export const defaultCacheBytes = 128 * 1024 * 1024

export function createDocumentCache(maxBytes = defaultCacheBytes): DocumentCache {
  const counts: CacheCounts = {
    hits: 0,
    stale: 0,
    misses: 0,
    evictions: 0,
    get documents() {
      return entries.size
    },
    get bytes() {
      return entries.calculatedSize
    },
  }
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    sizeCalculation: ({ size }) => size,
    dispose: (_entry, _path, reason) => {
      if (reason === 'evict') counts.evictions++
    },
  })
  const { generation, isCurrent, drop } = createGenerations()
  return {
    counts,
    find: (path) => {
      const found = entries.get(path)
      if (found === undefined || !isCurrent(found)) return undefined
      counts.hits++
      return found.document
    },
    findStale: (path) => {
      const found = entries.peek(path)
      if (found === undefined) return undefined
      counts.stale++
      return found.document
    },
    add: (path, document, begun) => {
      counts.misses++
      const entry = { document, size: document.plain.body.length + entryOverhead, generation: begun }
      const before = entries.peek(path)
      const isWorse = !isCurrent(entry) && before !== undefined && isCurrent(before)
      if (entry.size <= maxBytes && !isWorse) entries.set(path, entry)
    },
    grow: (path, document, gained) => {
      const entry = entries.peek(path)
      if (entry?.document === document) entries.set(path, { ...entry, size: entry.size + gained })
    },
    drop,
    generation,
  }
}

/** Numbers the changes, and tells which entries none of them has superseded. */
function createGenerations() {
  let generation = 0
  let allDroppedAt = 0
  const droppedAt = new Map<string, number>()
  return {
    generation: () => generation,
    isCurrent: (entry: Entry): boolean => {
      if (entry.generation === generation) return true
      const { app } = entry.document
      const isSuperseded = app === null || entry.generation < Math.max(allDroppedAt, droppedAt.get(app) ?? 0)
      // Found out once in each generation: most requests end here.
      if (!isSuperseded) entry.generation = generation
      return !isSuperseded
    },
    drop: (app?: string): void => {
      generation++
      if (app !== undefined) return void droppedAt.set(app, generation)
      droppedAt.clear()
      allDroppedAt = generation
    },
  }
}
