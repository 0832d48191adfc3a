import path from 'node:path'
import { parseJson } from '../../canonical-json.ts'
import { isObject } from '../../is-object.ts'
import { isAppName } from '../../manifest/app-name-form.ts'
import { DebianArchitecture } from '../../manifest/debian/debian-architecture.ts'
import { CommandDigests, type Publication, publicationText } from '../../manifest/publication.ts'
import { withRecipes } from '../../manifest/recipe/with-recipes.ts'
import { readText } from '../files.ts'
import { closureFile, treeFile } from './publication-paths.ts'

export interface PublicationFile extends Publication {
  /** The body to publish. */
  text: string
  /** The manifest as it stands in the file. */
  written: string
  /** The manifest was written in the early form; here it has recipes. */
  isConverted: boolean
}

/**
 * Combines a manifest from a file in `folder` with its documents beside it: command trees at `trees/<name>/<program>.json`,
 * Debian closures at `closures/<name>/<architecture>.json`. What is published from it has recipes, whatever its form. Throws `InvalidError` for text that is not JSON.
 */
export async function readPublicationText(
  text: string,
  { folder, what }: { folder: string; what: string },
): Promise<PublicationFile> {
  const parsed = parseJson(text, what)
  const manifest = withRecipes(parsed)
  const isConverted = manifest !== parsed
  const commands = await readTrees(manifest, folder)
  const closures = await readClosures(manifest, folder)
  const sent = { commands: textOf(commands), closures: textOf(closures) }
  const body = publicationText(isConverted ? JSON.stringify(manifest) : text, sent)
  return { manifest, commands, closures, text: body, written: text, isConverted }
}

const textOf = (documents: Readonly<Record<string, unknown>>): string | null =>
  Object.keys(documents).length === 0 ? null : JSON.stringify(documents)

/** The closures of its `debian` methods that exist at `closures/<name>/<architecture>.json`, valid or not. */
async function readClosures(manifest: unknown, folder: string): Promise<Record<string, unknown>> {
  if (!isObject(manifest) || !Array.isArray(manifest.install)) return {}
  const { name } = manifest
  if (typeof name !== 'string' || !isAppName(name)) return {}
  const closures = await Promise.all(
    DebianArchitecture.options.map(async (architecture): Promise<[string, unknown][]> => {
      const file = closureFile(folder, name, architecture)
      const text = await readText(file)
      return text === undefined ? [] : [[architecture, parseJson(text, file)]]
    }),
  )
  return Object.fromEntries(closures.flat())
}

async function readTrees(manifest: unknown, folder: string): Promise<Record<string, unknown>> {
  if (!isObject(manifest)) return {}
  const { name } = manifest
  const digests = CommandDigests.safeParse(manifest.commands).data
  if (digests === undefined || typeof name !== 'string' || !isAppName(name)) return {}
  const trees = await Promise.all(
    Object.keys(digests).map(async (program): Promise<[string, unknown][]> => {
      const file = treeFile(folder, name, program)
      const text = await readText(file)
      return text === undefined ? [] : [[program, parseJson(text, file)]]
    }),
  )
  return Object.fromEntries(trees.flat())
}

/** Like `readPublicationText`, for a file; `undefined` if it does not exist. */
export async function readPublicationFile(file: string): Promise<PublicationFile | undefined> {
  const text = await readText(file)
  return text === undefined
    ? undefined
    : readPublicationText(text, { folder: path.dirname(file), what: file })
}
