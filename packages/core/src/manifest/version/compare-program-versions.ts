import semver from 'semver'
import { compareNumbers, isPrerelease, isSameVersion, numbersOf } from './program-version.ts'

/** How one version stands to another; `unknown` where a text is no version. */
type VersionOrder = 'same' | 'older' | 'newer' | 'unknown'

/** Compares what programs, packages and entries call their versions: by semver where both follow it, else by numbers. */
export function compareProgramVersions(a: string, b: string): VersionOrder {
  if (isSameVersion(a, b)) return 'same'
  const [left, right] = [numbersOf(a), numbersOf(b)]
  if (left.length === 0 || right.length === 0) return 'unknown'
  const order = compareNumbers(left, right)
  if (order !== 0) return order < 0 ? 'older' : 'newer'
  if (isPrerelease(a) !== isPrerelease(b)) return isPrerelease(a) ? 'older' : 'newer'
  const [known, other] = [semver.valid(a, true), semver.valid(b, true)]
  if (known === null || other === null) return 'unknown'
  return semver.compare(known, other) < 0 ? 'older' : 'newer'
}
