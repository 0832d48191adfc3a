import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type AppManifest, type CommandNode, type Digest, optionEffects } from '@cli-apps/core'
import { splitValue } from '@cli-apps/core/call-effect'
import { manifestDigest, treeFile } from '@cli-apps/core/node'
import { extentOf } from '../../services/installer/src/inspect/known-tree.ts'
import { boundTree, isWithinBound } from './bound-tree.ts'
import { catalogFolder } from './entries.ts'
import { printEntry, printTree } from './print-entry.ts'

/** A command tree as it was read from an installed program. */
interface ReadTree {
  tree: CommandNode
  /** The version of the program, by its package or as it says; null where nothing tells it. */
  version: string | null
  /** Digest of the files of the program; `undefined` for a program of the system. */
  files: Digest | undefined
}

/**
 * Writes an entry of the catalog and the command tree of its entry point, whose digest the entry names. The installer
 * uses it instead of reading the help of these files, so it names them only if nothing of the tree was left out. Returns
 * whether it does.
 */
export async function writeEntry(
  { commands_read_from: _, commands_version: __, ...manifest }: AppManifest,
  { tree, version, files }: ReadTree,
  folder = catalogFolder,
): Promise<boolean> {
  const isWhole = files !== undefined && extentOf(tree) === 'whole' && isWithinBound(tree)
  const text = printTree(
    isWhole ? tree : boundTree(tree, { called: wordsOfCalls(manifest), listed: listedOptions(manifest) }),
  )
  const file = treeFile(folder, manifest.name, manifest.entry_point)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, text)
  const commands = { [manifest.entry_point]: manifestDigest(JSON.parse(text)) }
  const isOther = version !== null && version !== manifest.version
  await writeFile(
    path.join(folder, `${manifest.name}.json`),
    printEntry({
      ...manifest,
      commands,
      ...(isOther && { commands_version: version }),
      ...(isWhole && { commands_read_from: [files] }),
    }),
  )
  return isWhole
}

/** The options that the lists of effects name for a command, by its path. */
const listedOptions = (manifest: Pick<AppManifest, 'run'>): ReadonlyMap<string, ReadonlySet<string>> => {
  const listed = new Map<string, Set<string>>()
  for (const { command, options } of optionEffects(manifest).filter((one) => one.command !== '')) {
    const names = listed.get(command) ?? new Set()
    for (const option of options) names.add(splitValue(option).name)
    listed.set(command, names)
  }
  return listed
}

/** The words of the entry's recipes, among them the commands that they call. */
const wordsOfCalls = ({ recipes = [] }: Pick<AppManifest, 'recipes'>): ReadonlySet<string> =>
  new Set(
    recipes.flatMap(({ call: { args, pipe = [] } }) => [...args, ...pipe.flatMap((stage) => stage.args)]),
  )
