/** Names that a mistyped one may have meant, nearest first: at most a third of its letters wrong, or one inside the other. */
export function nearestNames(wanted: string, names: Iterable<string>, limit = 3): string[] {
  const word = wanted.toLowerCase()
  const allowed = Math.max(1, Math.floor(word.length / 3))
  const near: { name: string; distance: number }[] = []
  for (const name of names) {
    const distance = editDistance(word, name.toLowerCase(), allowed)
    if (distance <= allowed) near.push({ name, distance })
    else if (word.length >= 3 && name.includes(word)) near.push({ name, distance: allowed + 1 })
  }
  return near
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, limit)
    .map(({ name }) => name)
}

/** Letters to insert, drop, change or swap with a neighbour; a number above `most` once it is certain to exceed it. */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let before: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = at(previous, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swap =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(before, j - 2) + 1 : Infinity
      row.push(Math.min(at(previous, j) + 1, at(row, j - 1) + 1, change, swap))
    }
    if (Math.min(...row) > most) return most + 1
    before = previous
    previous = row
  }
  return at(previous, b.length)
}

const at = (row: readonly number[], index: number): number => row[index] ?? Infinity
