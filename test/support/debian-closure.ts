import type { DebianArchitecture, DebianClosure } from '@cli-apps/core'
import { manifestDigest } from '@cli-apps/core/node'
import { exampleManifestJson } from './example-manifest.ts'

/** The packages of a small program of Debian, as the catalog's tooling writes them. */
export const exampleClosure = (
  changes: Partial<DebianClosure> = {},
  architecture: DebianArchitecture = 'amd64',
): DebianClosure => ({
  closure: 1,
  suite: 'bookworm',
  architecture,
  snapshot: '20261101T000000Z',
  packages: [
    {
      package: 'greet',
      version: '1.2.3-1',
      path: `debian/pool/main/g/greet/greet_1.2.3-1_${architecture}.deb`,
      size: 1000,
      sha256: 'a'.repeat(64),
    },
    {
      package: 'libc6',
      version: '2.36-9+deb12u10',
      path: `debian/pool/main/g/glibc/libc6_2.36-9+deb12u10_${architecture}.deb`,
      size: 2000,
      sha256: 'b'.repeat(64),
    },
  ],
  ...changes,
})

/** What a manifest says of a closure. */
export const closureFacts = (closure: DebianClosure): Record<string, unknown> => ({
  closure: manifestDigest(closure),
  packages: closure.packages.length,
  size: closure.packages.reduce((total, { size }) => total + size, 0),
  installed_size: 10_000,
  tried: closure.architecture === 'amd64',
})

/** The `debian` method that these closures belong to. */
export const debianMethod = (
  closures: readonly DebianClosure[] = [exampleClosure()],
): Record<string, unknown> => ({
  method: 'debian',
  package: 'greet',
  version: '1.2.3-1',
  suite: 'bookworm',
  architectures: Object.fromEntries(closures.map((one) => [one.architecture, closureFacts(one)])),
})

/** JSON of a manifest whose only method is `debian`. */
export const debianManifestJson = (
  closures: readonly DebianClosure[] = [exampleClosure()],
  changes: Record<string, unknown> = {},
): Record<string, unknown> => exampleManifestJson({ install: [debianMethod(closures)], ...changes })
