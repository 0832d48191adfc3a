/** Objects and lists that are looked at: those of a value that holds the same one many times multiply. */
const mostLooked = 2_000_000

/** Whether a value is nested deeper than so many levels, is part of itself, or holds too much to tell. */
export function hasMoreLevels(value: unknown, most: number): boolean {
  let level = [value]
  let looked = 0
  for (let depth = 0; depth < most; depth++) {
    const below: unknown[] = []
    for (const one of level) {
      if (typeof one !== 'object' || one === null) continue
      for (const inner of Object.values(one)) {
        if (typeof inner === 'object' && inner !== null) below.push(inner)
        if (++looked > mostLooked) return true
      }
    }
    if (below.length === 0) return false
    level = below
  }
  return true
}
