import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { ForbiddenError, type LockedArtifact, t } from '@cli-apps/core'
import { exists, readJson } from '@cli-apps/core/node'
import * as z from 'zod'
import { damagedList, nameAt, readNpmTree, readTreeFile } from './npm-tree.ts'

const ScriptsJson = z.object({ scripts: z.record(z.string(), z.unknown()).optional() })

/** Checks whether a folder holds a package with install scripts, as npm defines them. A `binding.gyp` counts too. */
async function hasScripts(folder: string): Promise<boolean> {
  const json = await readJson(path.join(folder, 'package.json'), ScriptsJson, damagedList)
  return (
    ['preinstall', 'install', 'postinstall'].some((script) => script in (json?.scripts ?? {})) ||
    exists(path.join(folder, 'binding.gyp'))
  )
}

/** Returns the names of the installed packages that have install scripts. */
export async function packagesWithScripts(
  prefix: string,
  tree: readonly LockedArtifact[],
): Promise<string[]> {
  const names = await Promise.all(
    tree.map(async ({ name }) =>
      (await hasScripts(path.join(prefix, 'node_modules', ...name.split('/')))) ? [nameAt(name)] : [],
    ),
  )
  return [...new Set(names.flat())]
}

/**
 * Requires that scripts belong to the allowed packages. Throws `ForbiddenError` `install.scripts-refused`.
 * npm runs scripts by folder name. The folder may hold a package with another name, from outside the registry, or from
 * another package's archive.
 */
export async function requireOwnScripts(list: string, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  const root = path.dirname(list)
  const tree = readNpmTree(await readTreeFile(list))
  const own = new Set(tree.flatMap((one) => ((one.url ?? one.package) === undefined ? [one.name] : [])))
  const files = (await readdir(root, { recursive: true })).map((file) => file.split(path.sep).join('/'))
  for (const place of files.filter((file) => names.includes(nameAt(file)) && !own.has(file))) {
    if (!(await hasScripts(path.join(root, place)))) continue
    throw new ForbiddenError(
      'install.scripts-refused',
      t(
        'install.scripts-refused',
        "The scripts in {place} are not those of the registry's package {package}.",
        { place, package: nameAt(place) },
      ),
      {
        hint: t(
          'install.scripts-refused.hint',
          'Nothing of them was run. Another package put them there; leave {place} out of --allow-scripts.',
          { place: nameAt(place) },
        ),
        details: { place },
      },
    )
  }
}
