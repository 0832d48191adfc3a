/** Maximum objects and arrays to visit: shared references multiply. */
const mostLooked = 2_000_000

/** Whether a value is nested deeper than `most` levels, contains itself, or is too large to tell. */
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
