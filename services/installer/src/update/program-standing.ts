import {
  findPackageVersion,
  type InstallRecord,
  installedVersion,
  isAppError,
  packagedVersion,
  type VersionFacts,
} from '@cli-apps/core'
import type { Registry } from '@cli-apps/core/node'
import { strategyFor } from '../strategies/index.ts'

/** Versions of a program: what is there, and what an update would bring; null where nothing tells it. */
export interface ProgramStanding {
  installed: string | null
  wanted: string | null
  latest: string | null
}

interface Offers {
  wanted: string | null
  latest: string | null
}

/**
 * Returns what entries bring by the method that an app was installed with. Another entry may bring the same program, and of
 * a program that the system owns no entry decides the version.
 */
export async function programStanding(
  record: InstallRecord,
  { wanted, latest }: Offers,
  registry: Registry,
): Promise<ProgramStanding> {
  const [next, newest] = await Promise.all(
    [wanted, latest].map((version) => broughtBy(version, record, registry)),
  )
  const packages = [record, next, newest].map((facts) => facts?.package_version ?? null)
  const there = installedVersion(record)
  const shown = (facts: VersionFacts | undefined): string | null => {
    if (facts === undefined) return null
    const { version } = installedVersion(facts)
    return isSameProgram(facts, record) ? there.version : version
  }
  const programs = [record, next, newest].map(shown)
  // Another revision of the same version, as of a security fix, is told by the package alone.
  const isRebuilt =
    programs.every((version) => version === there.version) &&
    packages.every((version) => version !== null) &&
    new Set(packages).size > 1
  const [installed = null, wantedVersion = null, latestVersion = null] = isRebuilt ? packages : programs
  return { installed, wanted: wantedVersion, latest: latestVersion }
}

async function broughtBy(
  version: string | null,
  record: InstallRecord,
  registry: Registry,
): Promise<VersionFacts | undefined> {
  if (version === null) return undefined
  const isSystems = strategyFor(record.method).owner === 'system'
  if (version === record.version || isSystems) return { ...record, version }
  const entry = { version, method: record.method, program_version: null }
  const method = await methodOf(record, version, registry)
  return { ...entry, package_version: method && findPackageVersion(method, []) }
}

/** An entry that cannot be read now is taken at its version. */
async function methodOf({ name, method: kind }: InstallRecord, version: string, registry: Registry) {
  try {
    const { manifest } = await registry.manifest(name, version)
    return manifest.install.find(({ method }) => method === kind)
  } catch (error) {
    if (isAppError(error)) return undefined
    throw error
  }
}

/** A package of the same version brings the same program, whatever its entry is. */
const isSameProgram = (facts: VersionFacts, { method, package_version }: InstallRecord): boolean =>
  facts.package_version != null &&
  package_version !== undefined &&
  packagedVersion(facts.package_version, method) === packagedVersion(package_version, method)
