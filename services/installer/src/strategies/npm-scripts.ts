import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { ForbiddenError, type LockedArtifact, t } from '@cli-apps/core'
import { exists, readJson } from '@cli-apps/core/node'
import * as z from 'zod'
import { damagedList, nameAt, readNpmTree, readTreeFile } from './npm-tree.ts'

const ScriptsJson = z.object({ scripts: z.record(z.string(), z.unknown()).optional() })

/** Does a folder hold a package with install scripts, in npm's sense? A `binding.gyp` is one, too. */
async function hasScripts(folder: string): Promise<boolean> {
  const json = await readJson(path.join(folder, 'package.json'), ScriptsJson, damagedList)
  return (
    ['preinstall', 'install', 'postinstall'].some((script) => script in (json?.scripts ?? {})) ||
    exists(path.join(folder, 'binding.gyp'))
  )
}

/** Names of the installed packages that come with install scripts. */
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
 * npm runs scripts by the name of a folder. A package of another name, one from outside the registry, and one that came in another
 * package's archive may stand in such a folder. Throws `ForbiddenError` `install.scripts-refused`.
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
