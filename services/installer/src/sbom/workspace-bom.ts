import type { LockedApp, LockedArtifact, Lockfile, MethodKind, Platform } from '@cli-apps/core'
import * as Enums from '@cyclonedx/cyclonedx-library/Enums'
import * as Models from '@cyclonedx/cyclonedx-library/Models'
import * as Serialize from '@cyclonedx/cyclonedx-library/Serialize'
import * as Spec from '@cyclonedx/cyclonedx-library/Spec'
import { packageName, packageUrl } from './package-url.ts'
import { SbomResult } from './sbom-result.ts'

/**
 * Returns the bill of materials of a lockfile for one platform: its apps and all their resolved packages. Equal
 * lockfiles give equal documents, so it has no serial number and no timestamp.
 */
export function workspaceBom(
  { apps }: Lockfile,
  { name, platform, toolVersion }: { name: string; platform: Platform; toolVersion: string },
): SbomResult {
  const bom = new Models.Bom()
  const root = new Models.Component(Enums.ComponentType.Application, name, { bomRef: 'workspace' })
  bom.metadata.component = root
  bom.metadata.tools.components.add(
    new Models.Component(Enums.ComponentType.Application, 'cli-apps', { version: toolVersion }),
  )
  for (const [app, locked] of Object.entries(apps)) {
    const component = appComponent(app, locked)
    bom.components.add(component)
    root.dependencies.add(component.bomRef)
    const install = locked.platforms[platform]
    for (const artifact of install?.artifacts ?? []) {
      const dependency = artifactComponent(artifact, { app, method: install?.method ?? 'bundled' })
      bom.components.add(dependency)
      component.dependencies.add(dependency.bomRef)
    }
  }
  const factory = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6)
  const text = new Serialize.JsonSerializer(factory).serialize(bom, { sortLists: true })
  return SbomResult.parse(JSON.parse(text))
}

const appComponent = (app: string, { version, digest, registry }: LockedApp): Models.Component =>
  new Models.Component(Enums.ComponentType.Application, app, {
    bomRef: `app:${app}`,
    version,
    properties: new Models.PropertyRepository([
      new Models.Property('cli-apps:manifest-digest', digest),
      new Models.Property('cli-apps:registry', registry),
    ]),
  })

/** If two apps contain the same package, each has its own component, because each has its own files. */
function artifactComponent(
  artifact: LockedArtifact,
  { app, method }: { app: string; method: MethodKind },
): Models.Component {
  const component = new Models.Component(Enums.ComponentType.Library, packageName(artifact, method), {
    bomRef: `app:${app}/${method}:${artifact.name}`,
    purl: packageUrl(artifact, method),
    hashes: hashesOf(artifact.integrity),
  })
  if (artifact.version !== '') component.version = artifact.version
  return component
}

const algorithms: Readonly<Record<string, Enums.HashAlgorithm>> = {
  sha1: Enums.HashAlgorithm['SHA-1'],
  sha256: Enums.HashAlgorithm['SHA-256'],
  sha384: Enums.HashAlgorithm['SHA-384'],
  sha512: Enums.HashAlgorithm['SHA-512'],
}

/** Returns digests of files. Of several wheels of a release none can be chosen, and Go's sums are not file digests. */
function hashesOf(integrity: string | null): Models.HashDictionary {
  const hashes = new Models.HashDictionary()
  const parts = integrity?.split(' ') ?? []
  for (const part of parts) {
    const [, name = '', mark, value = ''] = /^(sha\d+)([-:])(.+)$/.exec(part) ?? []
    const algorithm = algorithms[name]
    if (algorithm === undefined || (mark === ':' && parts.length > 1)) continue
    hashes.set(algorithm, mark === ':' ? value : Buffer.from(value, 'base64').toString('hex'))
  }
  return hashes
}
