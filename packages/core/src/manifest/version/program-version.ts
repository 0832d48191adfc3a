/** Versions of before a release; other suffixes name a build or a package of the same version. */
const prerelease =
  /\d(?:(?:a|b|c|rc)\d|[-~.]?(?:alpha|beta|rc|pre|preview|dev|next|canary|nightly|snapshot)(?![a-z]).*)/i

export const isPrerelease = (version: string): boolean => prerelease.test(version)

/** Whether two texts are one version, as `26.02` and `26.2.0` are. */
export function isSameVersion(a: string, b: string): boolean {
  const [left, right] = [numbersOf(a), numbersOf(b)]
  if (left.length === 0 || compareNumbers(left, right) !== 0) return a === b
  const [early, late] = [prerelease.exec(a)?.[0], prerelease.exec(b)?.[0]]
  return early?.toLowerCase() === late?.toLowerCase()
}

/** Whether a program is of the version of an entry, which has three numbers at most. */
export function isOfEntryVersion(version: string, entry: string): boolean {
  const numbers = numbersOf(version)
  return (
    isSameVersion(version, entry) ||
    (numbers.length > 3 && isSameVersion(numbers.slice(0, 3).join('.'), entry))
  )
}

/** Whether the first numbers of two versions differ; of a text that is no version, nothing is known. */
export function isOtherMajor(a: string, b: string): boolean {
  const [[left], [right]] = [numbersOf(a), numbersOf(b)]
  return left !== undefined && right !== undefined && left !== right
}

/**
 * Returns the version of the program that a Debian package holds, without epoch, revision and what Debian adds to it:
 * `1:5.2.5~ds0-1+b1` is 5.2.5.
 */
export function upstreamVersion(packageVersion: string): string {
  const bare = packageVersion.replace(/^\d+:/, '').replace(/-[^-]*$/, '')
  const really = /[+.]really\.?(\d.*)$/.exec(bare)
  return (really?.[1] ?? bare).replace(/[+~].*$/, '')
}

/** How many numbers two versions share from the first on; without end for the same version. */
export function likeness(a: string, b: string): number {
  const [left, right] = [numbersOf(a), numbersOf(b)]
  if (isSameVersion(a, b)) return Number.MAX_SAFE_INTEGER
  const other = left.findIndex((number, at) => number !== right[at])
  return other === -1 ? left.length : other
}

/** The dotted numbers at the start of a version, after a `v` or a name such as `jq-`. */
export function numbersOf(version: string): number[] {
  const dotted = /^\D*?(\d+(?:\.\d+)*)/.exec(version)?.[1]
  return dotted === undefined ? [] : dotted.split('.').map(Number)
}

/** A number that one of them lacks counts as zero. */
export function compareNumbers(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
