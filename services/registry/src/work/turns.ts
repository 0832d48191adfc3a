import { setImmediate } from 'node:timers/promises'

/** How long a piece of longer work may block the event loop. */
const sliceMs = 10

/** Returns a function to await between pieces of work: it yields to the event loop after every 10 ms. */
export function createTurns(now: () => number = performance.now.bind(performance)): () => Promise<void> {
  let since = now()
  return async () => {
    if (now() - since < sliceMs) return
    await setImmediate()
    since = now()
  }
}

/** `Array.map` that yields to the event loop every 10 ms. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result,
): Promise<Result[]> {
  const turn = createTurns()
  const results: Result[] = []
  for (const item of items) {
    results.push(map(item))
    await turn()
  }
  return results
}
