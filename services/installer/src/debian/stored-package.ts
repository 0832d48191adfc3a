import path from 'node:path'
import { t } from '@cli-apps/core'
import { readJson } from '@cli-apps/core/node'
import * as z from 'zod'
import { compareFiles, listFiles } from '../store/file-list.ts'

const DebFile = z.object({
  /** Relative to the root, with slashes. */
  path: z.string(),
  size: z.int().min(0),
  sha256: z.string(),
  executable: z.boolean(),
})
export type DebFile = z.infer<typeof DebFile>

const DebLink = z.object({ at: z.string(), to: z.string().describe('As the package has it, maybe absolute') })
export type DebLink = z.infer<typeof DebLink>

/** `deb.json` in the folder of an unpacked package, format 1. Its presence makes the folder valid. */
const StoredPackage = z.object({
  deb: z.literal(1),
  package: z.string(),
  version: z.string(),
  architecture: z.string(),
  folders: z.array(z.string()),
  links: z.array(DebLink),
  files: z.array(DebFile).describe('All of them lie below `tree/`'),
})
export type StoredPackage = z.infer<typeof StoredPackage>

/** The folder of a package in the store: all apps whose closures name the same file share it. */
export const packageFolder = (debs: string, sha256: string): string => path.join(debs, sha256)

export const treeFolder = (folder: string): string => path.join(folder, 'tree')
export const packageFile = (folder: string): string => path.join(folder, 'deb.json')

/** Returns an unpacked package whose files are all as they were unpacked; `undefined` for any other folder. */
export async function readWholePackage(
  folder: string,
  signal?: AbortSignal,
): Promise<StoredPackage | undefined> {
  const reading = {
    what: t('stored-package.what', 'The list of an unpacked package'),
    code: 'deb.corrupt',
    repair: '',
  }
  const found = await readJson(packageFile(folder), StoredPackage, reading).catch(() => undefined)
  if (found === undefined) return undefined
  const entries = [...found.files].sort((a, b) => (a.path < b.path ? -1 : 1))
  const actual = await listFiles(treeFolder(folder), { signal })
  const differences = compareFiles({ files: 1, entries }, actual)
  return Object.values(differences).every(({ length }) => length === 0) ? found : undefined
}
