import path from 'node:path'
import type { DebianArchitecture } from '../../manifest/debian/debian-architecture.ts'

/** Path of a program's command tree, relative to a folder of manifests. */
export const treeFile = (folder: string, name: string, program: string): string =>
  path.join(folder, 'trees', name, `${program}.json`)

/** Path of an app's Debian closure, relative to a folder of manifests. */
export const closureFile = (folder: string, name: string, architecture: DebianArchitecture): string =>
  path.join(folder, 'closures', name, `${architecture}.json`)

/** Path of the results of an app's recipes, relative to a folder of manifests. They are no part of a publication. */
export const recipeResultsFile = (folder: string, name: string): string =>
  path.join(folder, 'recipes', `${name}.json`)
