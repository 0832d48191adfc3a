import { compareVersions } from './compare-versions.ts'
import { parseRelations, type Relation, satisfies } from './relation.ts'

/** One package of an index, as far as a closure needs it. */
export interface DebianPackage {
  package: string
  version: string
  source: string
  section: string
  priority: string
  homepage: string | undefined
  /** Depends and Pre-Depends. */
  depends: Relation[][]
  recommends: Relation[][]
  /** Conflicts and Breaks. */
  conflicts: Relation[]
  provides: Relation[]
  /** Below the root of a mirror, such as `debian/pool/main/j/jq/jq_1.6-2.1_amd64.deb`. */
  path: string
  size: number
  /** Bytes on disk. */
  installedSize: number
  sha256: string
}

/** Packages of one architecture from several suites: of each name the highest version. */
export interface PackageIndex {
  find(name: string): DebianPackage | undefined
  /** Packages that satisfy a relation: the one of that name, then those that provide it, by priority and name. */
  candidates(relation: Relation): DebianPackage[]
  all(): DebianPackage[]
}

export function createPackageIndex(packages: Iterable<DebianPackage>): PackageIndex {
  const byName = new Map<string, DebianPackage>()
  for (const one of packages) {
    const known = byName.get(one.package)
    if (known === undefined || compareVersions(one.version, known.version) > 0) byName.set(one.package, one)
  }
  const providers = new Map<string, DebianPackage[]>()
  for (const one of byName.values())
    for (const { name } of one.provides) providers.set(name, [...(providers.get(name) ?? []), one])
  return {
    find: (name) => byName.get(name),
    all: () => [...byName.values()],
    candidates(relation) {
      const named = byName.get(relation.name)
      const own = named !== undefined && satisfies(named.version, relation) ? [named] : []
      const others = (providers.get(relation.name) ?? [])
        .filter((one) => one.package !== relation.name && provides(one, relation))
        .sort(byPriority)
      return [...own, ...others]
    },
  }
}

/** Whether a package provides what a relation names; an unversioned provision satisfies no relation with a version. */
export const provides = (one: DebianPackage, relation: Relation): boolean =>
  one.provides.some(
    ({ name, version }) =>
      name === relation.name &&
      (relation.version === undefined || (version !== undefined && satisfies(version.than, relation))),
  )

const priorities = ['required', 'important', 'standard', 'optional', 'extra']

const byPriority = (a: DebianPackage, b: DebianPackage): number =>
  priorities.indexOf(a.priority) - priorities.indexOf(b.priority) || (a.package < b.package ? -1 : 1)

/** Reads a `Packages` file; `archive` is the folder of a mirror that its paths start in, such as `debian-security`. */
export function* parsePackages(text: string, archive: string): Generator<DebianPackage> {
  for (const stanza of text.split('\n\n')) {
    const fields = parseFields(stanza)
    const name = fields.get('package')
    if (name !== undefined) yield packageFrom(name, fields, archive)
  }
}

function packageFrom(name: string, fields: ReadonlyMap<string, string>, archive: string): DebianPackage {
  const required = (key: string): string => {
    const value = fields.get(key)
    if (value === undefined) throw new Error(`The index describes ${name} without ${key}.`)
    return value
  }
  const relations = (...keys: string[]): Relation[][] =>
    keys.flatMap((key) => parseRelations(fields.get(key)))
  return {
    package: name,
    version: required('version'),
    source: fields.get('source')?.replace(/ .*$/, '') ?? name,
    section: fields.get('section') ?? '',
    priority: fields.get('priority') ?? 'optional',
    homepage: fields.get('homepage'),
    depends: relations('pre-depends', 'depends'),
    recommends: relations('recommends'),
    conflicts: relations('conflicts', 'breaks').flat(),
    provides: relations('provides').flat(),
    path: `${archive}/${required('filename')}`,
    size: Number(required('size')),
    installedSize: Number(fields.get('installed-size') ?? 0) * 1024,
    sha256: required('sha256'),
  }
}

function parseFields(stanza: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (const line of stanza.split('\n')) {
    const colon = line.indexOf(':')
    // Continued lines belong to texts, which no closure needs.
    if (colon <= 0 || line.startsWith(' ')) continue
    fields.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim())
  }
  return fields
}
