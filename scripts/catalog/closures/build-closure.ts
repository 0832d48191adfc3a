import path from 'node:path'
import type { DebianArchitecture, DebianClosure } from '@cli-apps/core'
import { closureLinks } from './closure-links.ts'
import { essentialNeeds, essentialPackages } from './essential-needs.ts'
import { fetchFile } from './fetch-file.ts'
import { suite } from './fetch-indexes.ts'
import { type PackageFacts, readPackageFacts } from './package-facts.ts'
import type { DebianPackage, PackageIndex } from './package-index.ts'
import { resolveClosure } from './resolve-closure.ts'
import { setupSteps } from './setup-steps.ts'

/** A closure for one architecture, with what a manifest says about it. */
export interface BuiltClosure {
  closure: DebianClosure
  root: DebianPackage
  installedSize: number
  /** Calls of update-alternatives whose links are not in it. */
  unproven: string[]
}

export interface ClosureSource {
  indexes: Readonly<Record<DebianArchitecture, PackageIndex>>
  snapshot: string
  /** Folder for downloaded packages and what was read from them. */
  cache: string
}

/** The C library's locale and ldconfig belong to every root. */
const always = ['libc-bin']

const triplets: Record<DebianArchitecture, string> = { amd64: 'x86_64-linux-gnu', arm64: 'aarch64-linux-gnu' }

/** What is declared for an entry, beyond what the packages show. */
interface Declared {
  packages: readonly string[]
  links: readonly { at: string; to: string }[]
}

/**
 * Builds the closures of a Debian package with what is declared for both architectures. Only packages of amd64 are downloaded and
 * read; arm64 takes their needs, links and setup steps over. `arm64` is absent where Debian lacks a package there.
 */
export async function buildClosures(
  name: string,
  declared: Declared,
  source: ClosureSource,
): Promise<Partial<Record<DebianArchitecture, BuiltClosure>>> {
  const resolved = await resolveWithNeeds([name, ...declared.packages], source)
  const { names, factsOf } = resolved
  const { links: read, unproven } = closureLinks(factsOf)
  const links = [...read, ...declared.links]
  const setup = setupSteps(factsOf.values())
  const build = (architecture: DebianArchitecture, packages: readonly DebianPackage[]): BuiltClosure => ({
    closure: {
      closure: 1,
      suite,
      architecture,
      snapshot: source.snapshot,
      packages: packages.map(listedPackage),
      ...(links.length > 0 && {
        links: links.map(({ at, to }) => ({
          at: forArchitecture(at, architecture),
          to: forArchitecture(to, architecture),
        })),
      }),
      ...(setup.length > 0 && { setup }),
    },
    root: packages.find((one) => one.package === name) as DebianPackage,
    installedSize: packages.reduce((sum, one) => sum + one.installedSize, 0),
    unproven,
  })
  const amd64 = build('amd64', resolved.packages)
  try {
    return { amd64, arm64: build('arm64', resolveClosure(names, source.indexes.arm64)) }
  } catch {
    return { amd64 }
  }
}

/** What a closure says about a package. */
export const listedPackage = ({
  package: name,
  version,
  path,
  size,
  sha256,
}: DebianPackage): DebianClosure['packages'][number] => ({ package: name, version, path, size, sha256 })

const forArchitecture = (place: string, architecture: DebianArchitecture): string =>
  place
    .replaceAll(triplets.amd64, triplets[architecture])
    .replaceAll(/(java-\d+-openjdk)-amd64/g, `$1-${architecture}`)

interface Resolved {
  /** What was asked for, with what scripts need. */
  names: string[]
  packages: DebianPackage[]
  factsOf: Map<string, PackageFacts>
}

/** Resolves, reads the packages, and adds what their scripts need until nothing is missing. */
async function resolveWithNeeds(roots: readonly string[], source: ClosureSource): Promise<Resolved> {
  const index = source.indexes.amd64
  const essentialCommands = await readEssentialCommands(source)
  const names = new Set([...roots, ...always])
  for (;;) {
    const packages = resolveClosure([...names], index)
    const factsOf = await readFacts(packages, source.cache)
    const needs = essentialNeeds({ roots, packages, factsOf, essentialCommands })
    const missing = [...needs].filter((name) => !packages.some((one) => one.package === name))
    if (missing.length === 0) return { names: [...names], packages, factsOf }
    for (const name of missing) names.add(name)
  }
}

/** Downloads at a time. */
const atOnce = 4

async function readFacts(
  packages: readonly DebianPackage[],
  cache: string,
): Promise<Map<string, PackageFacts>> {
  const queue = [...packages]
  const facts = new Map<string, PackageFacts>()
  const worker = async (): Promise<void> => {
    for (let one = queue.shift(); one !== undefined; one = queue.shift())
      facts.set(one.package, await factsOf(one, cache))
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return new Map([...facts].sort(([a], [b]) => (a < b ? -1 : 1)))
}

const known = new Map<string, Promise<PackageFacts>>()

function factsOf({ path: place, size, sha256 }: DebianPackage, cache: string): Promise<PackageFacts> {
  const read = async (): Promise<PackageFacts> => {
    const file = path.join(cache, 'debs', path.basename(place))
    await fetchFile(place, file, { sha256, size })
    return readPackageFacts(file, sha256, path.join(cache, 'facts'))
  }
  const facts = known.get(sha256) ?? read()
  known.set(sha256, facts)
  return facts
}

/** A shell runs these itself. */
const builtins = ['[', 'echo', 'false', 'kill', 'printf', 'pwd', 'test', 'true']

async function readEssentialCommands({ indexes, cache }: ClosureSource): Promise<Map<string, string>> {
  const commands = new Map([
    ['awk', 'mawk'],
    ['which', 'debianutils'],
  ])
  for (const name of essentialPackages) {
    const found = indexes.amd64.find(name)
    if (found === undefined) throw new Error(`The package indexes have no ${name}.`)
    for (const file of (await factsOf(found, cache)).files) {
      const command = /^\/usr\/s?bin\/([^/]+)$/.exec(file)?.[1]
      if (command !== undefined && !builtins.includes(command)) commands.set(command, name)
    }
  }
  return commands
}
