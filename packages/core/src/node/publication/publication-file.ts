import path from 'node:path'
import { parseJson } from '../../canonical-json.ts'
import { isObject } from '../../is-object.ts'
import { isAppName } from '../../manifest/app-name-form.ts'
import { CommandDigests, type Publication, publicationText } from '../../manifest/publication.ts'
import { readText } from '../files.ts'

export interface PublicationFile extends Publication {
  /** The body to publish. */
  text: string
}

/** Path of a program's command tree, relative to a folder of manifests. */
export const treeFile = (folder: string, name: string, program: string): string =>
  path.join(folder, 'trees', name, `${program}.json`)

/**
 * Combines a manifest from a file in `folder` with those of its command trees that exist at
 * `trees/<name>/<program>.json`. Throws `InvalidError` for text that is not JSON.
 */
export async function readPublicationText(
  text: string,
  { folder, what }: { folder: string; what: string },
): Promise<PublicationFile> {
  const manifest = parseJson(text, what)
  const commands = await readTrees(manifest, folder)
  const hasTrees = Object.keys(commands).length > 0
  return { manifest, commands, text: publicationText(text, hasTrees ? JSON.stringify(commands) : null) }
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
