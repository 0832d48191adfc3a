import { readFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * The packages whose code is in these bundles, each with its folder and package.json, in order of name. `metafiles` are
 * esbuild's. Throws for a package that does not name its license.
 */
export async function bundledPackages(root, metafiles) {
  const folders = new Set(metafiles.flatMap(bundledInputs).map(packageFolder).filter(Boolean))
  const packages = await Promise.all([...folders].map((folder) => readPackage(path.join(root, folder))))
  return packages.sort((a, b) => (titleOf(a) < titleOf(b) ? -1 : 1))
}

const titleOf = ({ manifest: { name, version } }) => `${name} ${version}`

/** Files of which something is left after unused code was dropped. */
const bundledInputs = ({ outputs }) =>
  Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs)
      .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
      .map(([input]) => input),
  )

const packageFolder = (input) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1]

async function readPackage(folder) {
  const manifest = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'))
  if (typeof manifest.license !== 'string')
    throw new Error(`${manifest.name}@${manifest.version} does not name its license`)
  return { folder, manifest }
}
