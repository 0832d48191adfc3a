import { randomNumbers } from '../random-numbers.ts'

/** Returns the items in an order that depends on the seed alone. */
export function shuffle<Item>(items: readonly Item[], seed: number): Item[] {
  const random = randomNumbers(seed)
  const keyed = items.map((item) => ({ item, key: random() }))
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item)
}
