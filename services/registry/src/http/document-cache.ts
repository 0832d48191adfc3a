export interface DocumentIdentity {
  /** The app that it tells of; `null` for all. */
  app: string | null
  /** Its one address, as `registryPaths` writes it; under other spellings it is served but not kept. */
  path: string
}

/** A document as it goes over the wire, in one encoding. */
export interface Representation {
  etag: string
  body: Uint8Array<ArrayBuffer>
  headers: Record<string, string>
}

export interface CachedDocument {
  /** The app that it tells of; `null` for all. */
  app: string | null
  plain: Representation
  gzipped: Representation | undefined
  size: number
}

/** Rendered documents in memory, as bytes with their headers; the least recently used go first. */
export interface DocumentCache {
  find(path: string): CachedDocument | undefined
  add(path: string, document: CachedDocument, generation: number): void
  /** Forgets what tells of an app, or everything. The one place where a change reaches the documents. */
  drop(app?: string): void
  /** Counts the drops: a document that was begun before one is not kept. */
  generation(): number
}

export function createDocumentCache(maxBytes = 64 * 1024 * 1024): DocumentCache {
  const documents = new Map<string, CachedDocument>()
  let bytes = 0
  let generation = 0
  const remove = (path: string, { size }: CachedDocument): void => {
    if (documents.delete(path)) bytes -= size
  }
  return {
    find: (path) => {
      const found = documents.get(path)
      if (found === undefined) return undefined
      documents.delete(path)
      documents.set(path, found)
      return found
    },
    add: (path, document, begun) => {
      if (begun !== generation || document.size > maxBytes) return
      const before = documents.get(path)
      if (before !== undefined) remove(path, before)
      documents.set(path, document)
      bytes += document.size
      for (const [oldest, old] of documents) {
        if (bytes <= maxBytes) break
        remove(oldest, old)
      }
    },
    drop: (app) => {
      generation++
      for (const [path, document] of documents)
        if (app === undefined || document.app === null || document.app === app) remove(path, document)
    },
    generation: () => generation,
  }
}
