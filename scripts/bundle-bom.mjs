import { readFile } from 'node:fs/promises'
import path from 'node:path'
import * as Enums from '@cyclonedx/cyclonedx-library/Enums'
import * as Models from '@cyclonedx/cyclonedx-library/Models'
import * as Serialize from '@cyclonedx/cyclonedx-library/Serialize'
import * as Spec from '@cyclonedx/cyclonedx-library/Spec'
import { PackageURL } from 'packageurl-js'
import { bundledPackages } from './bundled-packages.mjs'

/** The bill of materials of a program (CycloneDX 1.6, JSON): the packages whose code is in its bundles. `metafiles` are esbuild's. */
export async function bundleBom(root, folder, metafiles) {
  const own = JSON.parse(await readFile(path.join(root, folder, 'package.json'), 'utf8'))
  const bom = new Models.Bom()
  const program = component(own, Enums.ComponentType.Application)
  bom.metadata.component = program
  for (const { manifest } of await bundledPackages(root, metafiles)) {
    const library = component(manifest, Enums.ComponentType.Library)
    bom.components.add(library)
    program.dependencies.add(library.bomRef)
  }
  const factory = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6)
  return `${new Serialize.JsonSerializer(factory).serialize(bom, { sortLists: true, space: 2 })}\n`
}

function component({ name, version, license }, type) {
  const [scope, base] = name.startsWith('@') ? name.split('/') : [undefined, name]
  const purl = new PackageURL('npm', scope, base, version).toString()
  const licenses = new Models.LicenseRepository([new Models.LicenseExpression(license)])
  return new Models.Component(type, name, { version, purl, bomRef: purl, licenses })
}
