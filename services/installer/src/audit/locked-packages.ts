import type { LockedArtifact, Lockfile, MethodKind } from '@cli-apps/core'

/** Package ecosystems, spelled as in the OSV schema (ossf.github.io/osv-schema, "Defined ecosystems"). */
export const ecosystems = ['npm', 'PyPI', 'crates.io', 'Go', 'Debian'] as const
export type Ecosystem = (typeof ecosystems)[number]

/** One package version of the lockfile, and the apps that brought it. */
export interface LockedPackage {
  ecosystem: Ecosystem
  name: string
  version: string
  apps: string[]
}

/**
 * A program, or a package of one, that no advisory database covers: it was downloaded, or its manager publishes none.
 */
export interface UncoveredProgram {
  app: string
  method: MethodKind
  /** Null for the program itself. */
  package: string | null
}

interface LockedPackages {
  packages: LockedPackage[]
  uncovered: UncoveredProgram[]
}

const ecosystemOf: Partial<Record<MethodKind, Ecosystem>> = {
  npm: 'npm',
  pip: 'PyPI',
  cargo: 'crates.io',
  go: 'Go',
  apt: 'Debian',
}

/**
 * Returns every package of a lockfile for all of its platforms, without duplicates, sorted by ecosystem, name and
 * version.
 */
export function lockedPackages({ apps }: Lockfile): LockedPackages {
  const packages = new Map<string, LockedPackage>()
  const uncovered = new Map<string, UncoveredProgram>()
  const leaveOut = (one: UncoveredProgram): void => void uncovered.set(JSON.stringify(one), one)
  for (const [app, { platforms }] of Object.entries(apps)) {
    for (const { method, artifacts } of Object.values(platforms)) {
      const ecosystem = ecosystemOf[method]
      if (ecosystem === undefined) {
        leaveOut({ app, method, package: null })
        continue
      }
      for (const artifact of artifacts) {
        // Such a package may have any name, and that name's advisories would be another package's.
        if (artifact.url !== undefined) {
          leaveOut({ app, method, package: artifact.name })
          continue
        }
        const [name, version] = identityOf(artifact, ecosystem)
        const key = `${ecosystem}\n${name}\n${version}`
        const known = packages.get(key) ?? { ecosystem, name, version, apps: [] }
        if (!known.apps.includes(app)) known.apps.push(app)
        packages.set(key, known)
      }
    }
  }
  const inOrder = [...packages].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, locked]) => locked)
  return { packages: inOrder, uncovered: [...uncovered.values()] }
}

function identityOf({ name, version, package: own }: LockedArtifact, ecosystem: Ecosystem): [string, string] {
  // npm's names are paths below node_modules; an alias also has the package's own name.
  if (ecosystem === 'npm') return [own ?? name.split('/node_modules/').at(-1) ?? name, version]
  // PyPI's normalized name (PEP 503).
  if (ecosystem === 'PyPI') return [name.toLowerCase().replace(/[-_.]+/g, '-'), version]
  // Go advisories list versions without the "v" of tags.
  if (ecosystem === 'Go') return [name, version.replace(/^v/, '')]
  return [name, version]
}
