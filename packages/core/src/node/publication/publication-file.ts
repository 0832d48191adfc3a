import path from 'node:path'
import { parseJson } from '../../canonical-json.ts'
import { isObject } from '../../is-object.ts'
import { isAppName } from '../../manifest/app-name-form.ts'
import { CommandDigests, type Publication, publicationText } from '../../manifest/publication.ts'
import { readText } from '../files.ts'

export interface PublicationFile extends Publication {
  /** What a publisher sends. */
  text: string
}

/** Where the command tree of a program lies, beside the manifests of a folder. */
export const treeFile = (folder: string, name: string, program: string): string =>
  path.join(folder, 'trees', name, `${program}.json`)

/**
 * A manifest from the text of a file in `folder`, with the command trees that it names, as far as they are there:
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

/** As `readPublicationText`, of a file; `undefined` where there is none. */
export async function readPublicationFile(file: string): Promise<PublicationFile | undefined> {
  const text = await readText(file)
  return text === undefined
    ? undefined
    : readPublicationText(text, { folder: path.dirname(file), what: file })
}
