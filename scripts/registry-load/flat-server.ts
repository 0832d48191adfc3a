// A registry with the whole catalog, which reports what it holds: memory after a collection, and descriptors.
import { readdirSync } from 'node:fs'
import { startCatalogServer } from './catalog-server.ts'

/** What the process holds: sent on each request for it. */
export interface Held {
  /** Bytes. */
  rss: number
  heap: number
  /** Outside of the heap of JavaScript, buffers among them. */
  external: number
  descriptors: number
}

await startCatalogServer()
process.on('message', () => {
  for (let round = 0; round < 3; round++) globalThis.gc?.()
  const { rss, heapUsed: heap, external } = process.memoryUsage()
  const descriptors = readdirSync('/proc/self/fd').length
  process.send?.({ rss, heap, external, descriptors } satisfies Held)
})
