import type { AppName, InstallRecord } from '@cli-apps/core'
import type { FileChange } from '../workspace/transaction.ts'

/** Where a workspace keeps the command tree of an app's entry point, or of another program. */
const treePath = (name: AppName, program?: string): string =>
  program === undefined ? `.cli-apps/commands/${name}.json` : `.cli-apps/commands/${name}/${program}.json`

/** Every file in which a workspace keeps command trees of an app. */
export const treePaths = ({ name, programs = {} }: Pick<InstallRecord, 'name' | 'programs'>): string[] => [
  treePath(name),
  ...Object.keys(programs).map((program) => treePath(name, program)),
]

interface AppTrees {
  name: AppName
  /** JSON text; absent where the help could not be read. */
  tree: string | undefined
  /** Of the other programs, by name. */
  programs: ReadonlyMap<string, string>
}

/** The files of the command trees that were read. */
export const writtenTrees = (
  name: AppName,
  tree: string | undefined,
  programs: ReadonlyMap<string, string>,
): FileChange[] => [
  ...(tree === undefined ? [] : [{ path: treePath(name), content: tree }]),
  ...[...programs].map(([program, content]) => ({ path: treePath(name, program), content })),
]

/** Writes the command trees of an app over those before, and removes those that it does not have any more. */
export function treeChanges(
  { name, tree, programs }: AppTrees,
  previous: Pick<InstallRecord, 'name' | 'programs'> | undefined,
): FileChange[] {
  const written = writtenTrees(name, tree, programs)
  const possible = previous === undefined ? [treePath(name)] : treePaths(previous)
  const gone = possible.filter((path) => !written.some((change) => change.path === path))
  return [...written, ...gone.map((path) => ({ path, content: null }))]
}
