import type { PackageFacts, PackageProgram } from './package-facts.ts'
import type { DebianPackage } from './package-index.ts'

/** Packages that Debian takes for granted and scripts call; each is added only where something calls it. */
export const essentialPackages = [
  'bash',
  'bsdutils',
  'coreutils',
  'dash',
  'debianutils',
  'diffutils',
  'findutils',
  'grep',
  'gzip',
  'hostname',
  'mawk',
  'ncurses-bin',
  'perl-base',
  'sed',
  'tar',
  'util-linux',
] as const

interface NeedsOptions {
  /** Packages that the entry names; those built from the same source count too. */
  roots: readonly string[]
  packages: readonly DebianPackage[]
  factsOf: ReadonlyMap<string, PackageFacts>
  /** Names of commands, each with the essential package that has it. */
  essentialCommands: ReadonlyMap<string, string>
}

const binFolder = /^\/usr\/(?:bin|sbin|games)\//

/**
 * Packages to add because a program of the app is a script, or starts a shell. Only programs that the app reaches count: its
 * own, those of the packages that these depend on, and those that its scripts call. A library's helpers do not.
 */
export function essentialNeeds({ roots, packages, factsOf, essentialCommands }: NeedsOptions): Set<string> {
  const byName = new Map(packages.map((one) => [one.package, one]))
  const owners = commandOwners(packages, factsOf)
  const sources = new Set(roots.flatMap((name) => byName.get(name)?.source ?? []))
  const reached = new Set<string>()
  // Whatever draws on a terminal reads descriptions of terminals.
  const needs = new Set(byName.has('libtinfo6') ? ['ncurses-base'] : [])
  const queue = packages.filter((one) => roots.includes(one.package) || sources.has(one.source))
  for (let one = queue.shift(); one !== undefined; one = queue.shift()) {
    if (reached.has(one.package)) continue
    reached.add(one.package)
    const programs = factsOf.get(one.package)?.programs ?? []
    const called = programs.flatMap((program) => callsOf(program))
    for (const command of called) {
      const needed = essentialCommands.get(command)
      if (needed !== undefined) needs.add(needed)
    }
    const names = [
      ...one.depends.flat().map(({ name }) => name),
      ...called.flatMap((name) => owners.get(name) ?? []),
    ]
    for (const name of names) {
      const next = byName.get(name)
      if (next !== undefined && !/^(?:old)?libs$/.test(next.section) && hasPrograms(factsOf.get(name)))
        queue.push(next)
    }
  }
  return needs
}

/** A link in such a folder leads to a program of a package that it depends on. */
const hasPrograms = (facts: PackageFacts | undefined): boolean =>
  facts?.files.some((file) => binFolder.test(file)) ?? false

/** Names of the programs that a program starts, as far as its text shows. */
function callsOf({ path, interpreter, commands, callsShell }: PackageProgram): string[] {
  // What reports bugs or builds packages is not part of running an app.
  if (/^\/usr\/(?:share\/(?:bug|doc)|lib\/dpkg)\//.test(path)) return []
  if (callsShell) return ['sh']
  if (interpreter === undefined) return []
  const [program = '', called] = interpreter.split(' ')
  return [...(called === undefined ? [baseName(program)] : ['env', called]), ...commands.map(baseName)]
}

const baseName = (place: string): string => place.slice(place.lastIndexOf('/') + 1)

function commandOwners(
  packages: readonly DebianPackage[],
  factsOf: ReadonlyMap<string, PackageFacts>,
): Map<string, string> {
  const owners = new Map<string, string>()
  for (const { package: name } of packages)
    for (const { path } of factsOf.get(name)?.programs ?? [])
      if (binFolder.test(path)) owners.set(baseName(path), name)
  return owners
}
