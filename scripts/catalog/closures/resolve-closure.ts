import { type DebianPackage, type PackageIndex, provides } from './package-index.ts'
import { printRelation, type Relation, satisfies } from './relation.ts'

/** A relation that nothing in the index satisfies, or only something that conflicts with the closure. */
export class UnresolvableError extends Error {}

interface Clause {
  alternatives: readonly Relation[]
  /** Package that needs one of them. */
  by: string
}

/** Packages that others depend on for their maintainer scripts, which never run here. */
const forMaintainerScripts: ReadonlySet<string> = new Set([
  'adduser',
  'debconf',
  'debianutils',
  'dpkg',
  'init-system-helpers',
  'install-info',
  'lsb-base',
  'sysvinit-utils',
  'ucf',
])

/**
 * Returns every package that the named ones need on an empty system, by name. Essential packages are not implied, and what
 * only maintainer scripts need is left out unless named. What has only one answer is decided first; then the first
 * satisfiable alternative wins, unless one is there already. Throws `UnresolvableError`.
 */
export function resolveClosure(names: readonly string[], index: PackageIndex): DebianPackage[] {
  const selected = new Map<string, DebianPackage>()
  const pending: Clause[] = names.map((name) => ({ alternatives: [{ name }], by: 'the entry' }))
  const open: Clause[] = []
  for (let clause = pending.shift() ?? open.shift(); clause; clause = pending.shift() ?? open.shift()) {
    const { alternatives } = clause
    if (alternatives.some((relation) => isSatisfied(relation, selected))) continue
    const candidates = [...new Set(alternatives.flatMap((relation) => index.candidates(relation)))]
    if (candidates.length > 1 && pending.length > 0) {
      open.push(clause)
      continue
    }
    const chosen = choose(clause, candidates, selected)
    selected.set(chosen.package, chosen)
    const needed = chosen.depends.filter((one) => !one.some(({ name }) => forMaintainerScripts.has(name)))
    pending.push(...needed.map((one) => ({ alternatives: one, by: chosen.package })))
  }
  return [...selected.values()].sort((a, b) => (a.package < b.package ? -1 : 1))
}

function isSatisfied(relation: Relation, selected: ReadonlyMap<string, DebianPackage>): boolean {
  const named = selected.get(relation.name)
  if (named !== undefined && satisfies(named.version, relation)) return true
  return [...selected.values()].some((one) => provides(one, relation))
}

function choose(
  { alternatives, by }: Clause,
  candidates: readonly DebianPackage[],
  selected: ReadonlyMap<string, DebianPackage>,
): DebianPackage {
  const asked = alternatives.map(printRelation).join(' | ')
  const [first] = candidates
  if (first === undefined)
    throw new UnresolvableError(`${by} needs ${asked}, which the package indexes do not have.`)
  const chosen = candidates.find((one) => conflictOf(one, selected) === undefined)
  if (chosen !== undefined) return chosen
  throw new UnresolvableError(
    `${by} needs ${asked}, but ${first.package} conflicts with ${conflictOf(first, selected)}.`,
  )
}

/** The selected package that a candidate cannot stand beside, in either direction. */
function conflictOf(
  candidate: DebianPackage,
  selected: ReadonlyMap<string, DebianPackage>,
): string | undefined {
  for (const one of selected.values())
    if (refuses(candidate, one) || refuses(one, candidate)) return one.package
  return undefined
}

const refuses = (one: DebianPackage, other: DebianPackage): boolean =>
  one.conflicts.some(
    (relation) =>
      (relation.name === other.package && satisfies(other.version, relation)) || provides(other, relation),
  )
