import type { AppManifest, DebianArchitecture, DebianClosure, MethodOf } from '@cli-apps/core'
import { manifestDigest } from '@cli-apps/core/node'
import type { BuiltClosure } from './build-closure.ts'
import { suite } from './fetch-indexes.ts'

type DebianMethod = MethodOf<'debian'>

/** The `apt` method that closures are made for: the first one. */
export const aptMethod = ({ install }: Pick<AppManifest, 'install'>): MethodOf<'apt'> | undefined =>
  install.find((method) => method.method === 'apt')

export const debianMethod = ({ install }: Pick<AppManifest, 'install'>): DebianMethod | undefined =>
  install.find((method) => method.method === 'debian')

/** Puts a method for these closures before the `apt` method, in place of an earlier one; without closures, removes it. */
export function withClosures(
  manifest: AppManifest,
  built: Readonly<Partial<Record<DebianArchitecture, BuiltClosure>>>,
): AppManifest {
  const install = manifest.install.filter(({ method }) => method !== 'debian')
  const apt = aptMethod(manifest)
  if (apt === undefined || built.amd64 === undefined) return { ...manifest, install }
  const before = debianMethod(manifest)
  const architectures: DebianMethod['architectures'] = {}
  for (const architecture of ['amd64', 'arm64'] as const) {
    const one = built[architecture]
    if (one === undefined) continue
    const facts = closureFacts(one)
    const known = before?.architectures[architecture]
    architectures[architecture] = { ...facts, tried: known?.closure === facts.closure && known.tried }
  }
  const { version } = built.amd64.root
  const method: DebianMethod = {
    ...({ method: 'debian', package: apt.package, version, suite, architectures } as const),
    ...(apt.bin !== undefined && { bin: apt.bin }),
  }
  return { ...manifest, install: install.flatMap((one) => (one === apt ? [method, one] : [one])) }
}

function closureFacts({ closure, installedSize }: BuiltClosure): {
  closure: string
  packages: number
  size: number
  installed_size: number
} {
  return {
    closure: manifestDigest(closure),
    packages: closure.packages.length,
    size: closure.packages.reduce((sum, { size }) => sum + size, 0),
    installed_size: installedSize,
  }
}

/** Keeps the time of an earlier closure that lists the same: only what changed needs a new one. */
export function withKnownTime(closure: DebianClosure, known: DebianClosure | undefined): DebianClosure {
  if (known === undefined) return closure
  const { snapshot } = known
  return manifestDigest({ ...closure, snapshot }) === manifestDigest(known)
    ? { ...closure, snapshot }
    : closure
}

/** Marks the closure of an architecture as tried, or not. */
export function withTried(
  manifest: AppManifest,
  architecture: DebianArchitecture,
  tried: boolean,
): AppManifest {
  return {
    ...manifest,
    install: manifest.install.map((method) => {
      const facts = method.method === 'debian' ? method.architectures[architecture] : undefined
      if (method.method !== 'debian' || facts === undefined) return method
      return { ...method, architectures: { ...method.architectures, [architecture]: { ...facts, tried } } }
    }),
  }
}
