import { t } from '../../messages/t.ts'
import type { MethodKind } from '../install-method.ts'
import { isOfEntryVersion, likeness, upstreamVersion } from './program-version.ts'

/** What is known of the version of a program. Records and locks of older installers lack the package's. */
export interface VersionFacts {
  /** The version of the entry. */
  version: string
  method: string
  /** What the program printed. */
  program_version: string | null
  /** What its package manager or its list of packages says. */
  package_version?: string | null | undefined
}

/** A version that a program has, beside the one of its entry. */
export interface InstalledVersion {
  /** The program's; null if nothing tells it. */
  version: string | null
  entry: string
  /** Where it comes from, such as `Debian`; a name that is the same in every language. */
  origin: string
  /** The program is of the version of the entry. */
  isOfEntry: boolean
}

/** Names of what decides the version of a program. */
const origins: Partial<Record<MethodKind, string>> = { debian: 'Debian', brew: 'Homebrew', bundled: 'PATH' }

/** Methods whose program is of the version of the entry where nothing else tells it: an adopted one's entry is drafted from it. */
const ofEntry: readonly string[] = ['npm', 'pip', 'cargo', 'go', 'binary', 'adopted'] satisfies MethodKind[]

/**
 * Returns the version that a program has: of its package where that is the entry's, else what it says itself, unless that
 * is no version of its package, as when a program prints the version of a protocol.
 */
export function installedVersion(facts: VersionFacts): InstalledVersion {
  const { version: entry, method } = facts
  const version = programVersion(facts)
  const isOfEntry = version !== null && isOfEntryVersion(version, entry)
  const origin = origins[method as MethodKind] ?? method
  // An entry may write the same version in another way, which is the way to ask for it.
  return { version: isOfEntry ? entry : version, entry, origin, isOfEntry }
}

function programVersion({ version: entry, method, program_version, package_version }: VersionFacts) {
  const said = program_version
  const packaged = package_version ? packagedVersion(package_version, method) : null
  if (packaged === null) return said ?? (ofEntry.includes(method) ? entry : null)
  if (said === null || isOfEntryVersion(packaged, entry)) return packaged
  return likeness(said, packaged) > 0 ? said : packaged
}

/** The version of the program in a package: Debian adds to it. */
export const packagedVersion = (version: string, method: string): string =>
  method === 'debian' || method === 'apt' ? upstreamVersion(version) : version

/** The version for a person, as in `1.6 (Debian; entry 1.8.2)`; the entry's alone where the program has it. */
export function versionText(facts: VersionFacts): string {
  const { version, entry, origin, isOfEntry } = installedVersion(facts)
  if (isOfEntry) return entry
  return version === null
    ? t('installed-version.unknown', 'version unknown ({origin}; entry {entry})', { origin, entry })
    : t('installed-version.differs', '{version} ({origin}; entry {entry})', { version, origin, entry })
}

/** The same for a model, which reads English; nothing where no other version than the entry's is known. */
export function differingVersion(facts: VersionFacts): string | undefined {
  const { version, entry, origin, isOfEntry } = installedVersion(facts)
  return isOfEntry || version === null ? undefined : `${version} (${origin}; entry ${entry})`
}
