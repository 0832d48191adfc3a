import semver from 'semver'

/** Returns a text whose byte order equals the order of `compareVersions`, so that SQL can sort versions. */
export function sortKey(version: string): string {
  const parsed = semver.parse(version)
  if (parsed === null) throw new RangeError(`${JSON.stringify(version)} is not a semver version`)
  const { major, minor, patch, prerelease, build } = parsed
  const core = [major, minor, patch].map((number) => numberKey(String(number))).join('')
  // Releases sort after their prereleases ('~' after every digit), and a longer list after its prefix ('!'
  // before every digit).
  const before = prerelease.length === 0 ? '~' : prerelease.map(identifierKey).join('')
  return `${core}${before}!${numberKey(build[0] ?? '0')}`
}

const identifierKey = (identifier: string | number): string =>
  /^\d+$/.test(String(identifier)) ? `0${numberKey(String(identifier))}!` : `1${identifier}!`

/** Prefixes digits with their count, because longer numbers are larger. */
const numberKey = (digits: string): string => `${String(digits.length).padStart(2, '0')}${digits}`
