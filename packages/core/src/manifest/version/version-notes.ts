import { t } from '../../messages/t.ts'
import { installedVersion, type VersionFacts, versionText } from './installed-version.ts'
import { isOtherMajor } from './program-version.ts'

/** An update for a person: what becomes of the program, and of the entry where that is something else. */
export function versionChangeText(before: VersionFacts, after: VersionFacts): string {
  const [from, to] = [installedVersion(before), installedVersion(after)]
  if (from.isOfEntry && to.isOfEntry) return arrow(from.entry, to.entry)
  if (from.version === null || to.version === null || from.origin !== to.origin)
    return arrow(versionText(before), versionText(after))
  const [packageBefore, packageAfter] = [before.package_version, after.package_version]
  const isRebuilt = from.version === to.version && packageBefore && packageAfter
  const version = isRebuilt ? arrow(packageBefore, packageAfter) : arrow(from.version, to.version)
  // The same program again is shown as it always is.
  const shown = isRebuilt && packageBefore === packageAfter ? to.version : version
  return t('installed-version.differs', '{version} ({origin}; entry {entry})', {
    version: shown,
    origin: to.origin,
    entry: arrow(from.entry, to.entry),
  })
}

const arrow = (from: string, to: string): string => (from === to ? to : `${from} -> ${to}`)

/** Returns in one line that a program is of another major version than its entry, and why; nothing if it is not. */
export function majorWarning(name: string, facts: VersionFacts): string | undefined {
  const { version, entry, origin } = installedVersion(facts)
  if (version === null || !isOtherMajor(version, entry)) return undefined
  return t(
    'installed-version.other-major',
    '{name}: {origin} has {version}, and the entry describes {entry}, another major version: commands and options may differ',
    { name, origin, version, entry },
  )
}
