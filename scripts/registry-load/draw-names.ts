/**
 * Draws from `count` names by Zipf's law, and every tenth time a name that was never drawn before, as long as there are
 * any.
 */
export function drawNames(
  count: number,
  nameOf: (index: number) => string,
  random = Math.random,
): () => string {
  const cumulative = new Float64Array(count)
  let sum = 0
  for (let rank = 0; rank < count; rank++) {
    sum += 1 / (rank + 1)
    cumulative[rank] = sum
  }
  // An app's popularity is independent of its name.
  const ranked = shuffled(count, random)
  const fresh = shuffled(count, random)
  const drawn = new Uint8Array(count)
  let [at, turn] = [0, 0]
  const freshOne = (): number | undefined => {
    while (at < count && drawn[fresh[at] ?? 0] === 1) at++
    return fresh[at]
  }
  return () => {
    const index =
      (++turn % 10 === 0 ? freshOne() : undefined) ?? ranked[rankAt(cumulative, random() * sum)] ?? 0
    drawn[index] = 1
    return nameOf(index)
  }
}

/** The first rank whose cumulative weight is above the point. */
function rankAt(cumulative: Float64Array, point: number): number {
  let [low, high] = [0, cumulative.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((cumulative[middle] ?? 0) > point) high = middle
    else low = middle + 1
  }
  return low
}

function shuffled(count: number, random: () => number): Uint32Array {
  const order = Uint32Array.from({ length: count }, (_, index) => index)
  for (let at = count - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    const [a = 0, b = 0] = [order[at], order[other]]
    order[at] = b
    order[other] = a
  }
  return order
}
