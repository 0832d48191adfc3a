import { LRUCache } from 'lru-cache'
import type { CachedDocument } from './cached-document.ts'

/**
 * An LRU cache of rendered documents, as bytes with their headers. Superseded documents stay while there is space,
 * since a stale document is better than none while the database is unavailable.
 */
export interface DocumentCache {
  /** A document that no change has superseded, and that is not to be rendered again for its age. */
  find(path: string): CachedDocument | undefined
  /** The last document rendered for a path, superseded or not. */
  findStale(path: string): CachedDocument | undefined
  add(path: string, document: CachedDocument, generation: number): void
  /** Adds the bytes that a document has gained since it was added, by being compressed. */
  grow(path: string, document: CachedDocument, gained: number): void
  /** Supersedes the documents of one app, or all. All changes reach the cache through this method. */
  drop(app?: string): void
  /** Number of drops so far. A document whose rendering began before the latest drop counts as superseded. */
  generation(): number
  /** Totals since the process started. */
  counts: Readonly<CacheCounts>
}

export interface CacheCounts {
  hits: number
  /** Superseded documents that were served nevertheless. */
  stale: number
  /** Documents that were rendered. */
  misses: number
  evictions: number
  readonly documents: number
  readonly bytes: number
}

interface Entry {
  document: CachedDocument
  size: number
  /** The latest generation in which the document was known to be current. */
  generation: number
  /** When it is to be rendered again, in milliseconds. */
  until: number
}

/** Measured size of an entry apart from its bodies: headers, ETag, keys and objects. */
const entryOverhead = 1500

export const defaultCacheBytes = 128 * 1024 * 1024

/** `now` gives milliseconds. */
export function createDocumentCache(maxBytes = defaultCacheBytes, now = Date.now): DocumentCache {
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
      // Most documents have no end, so that the clock is not read for them.
      if (found.until !== Number.POSITIVE_INFINITY && found.until <= now()) return undefined
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
      const entry = {
        ...{ document, size: document.plain.body.length + entryOverhead, generation: begun },
        until: document.lifeMs === Number.POSITIVE_INFINITY ? document.lifeMs : now() + document.lifeMs,
      }
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

/** Numbers the changes and decides which entries are still current. */
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
      // Remembered for this generation: most requests end here.
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
