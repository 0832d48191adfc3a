import { setImmediate } from 'node:timers/promises'

/** How long one piece of a longer work may hold the event loop. */
const sliceMs = 10

/** Makes a function that work calls between its pieces: once they took 10 ms, it lets others have their turn. */
export function createTurns(now: () => number = performance.now.bind(performance)): () => Promise<void> {
  let since = now()
  return async () => {
    if (now() - since < sliceMs) return
    await setImmediate()
    since = now()
  }
}

/** `Array.map` in pieces of at most 10 ms. */
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
