/** Assigns unique property names of the form that model APIs accept. */
export interface PropertyNames {
  /**
   * Returns the first free one of these, otherwise the first with a number; `otherwise` if no character of any name is
   * usable.
   */
  take(requested: readonly string[], otherwise: string): string
}

const maxLength = 64

export function createPropertyNames(): PropertyNames {
  const taken = new Set<string>()
  return {
    take(requested, otherwise) {
      const names = requested.map(propertyName).filter((name) => name !== '')
      if (names.length === 0) names.push(otherwise)
      const free = names.find((name) => !taken.has(name)) ?? numbered(names[0] ?? otherwise, taken)
      taken.add(free)
      return free
    },
  }
}

/**
 * `--dry-run` becomes `dry-run`; other characters than letters, digits, dots, dashes and underscores are dropped or
 * replaced.
 */
export const propertyName = (name: string): string =>
  name
    .slice(0, 4 * maxLength)
    .replace(/[^A-Za-z0-9_.-]+/g, '_')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, maxLength)
    .replace(/[^A-Za-z0-9]+$/, '')

function numbered(name: string, taken: Set<string>): string {
  const start = counts(taken).get(name) ?? 2
  for (let number = start; ; number++) {
    const free = `${name.slice(0, maxLength - 8)}_${number}`
    if (taken.has(free)) continue
    counts(taken).set(name, number + 1)
    return free
  }
}

/** The next number for each name, so that a thousand namesakes do not take quadratic time. */
const counted = new WeakMap<Set<string>, Map<string, number>>()
const counts = (taken: Set<string>): Map<string, number> => {
  const known = counted.get(taken) ?? new Map<string, number>()
  counted.set(taken, known)
  return known
}
