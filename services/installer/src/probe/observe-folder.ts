import { lstat, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/** Files of a folder by their paths in it, in order. */
export interface FolderChanges {
  created: string[]
  changed: string[]
  deleted: string[]
}

/** Notes the files of a folder, and their content. Returns a function that says what is different afterwards. */
export async function observeFolder(folder: string): Promise<() => Promise<FolderChanges>> {
  const before = new Map<string, Buffer>()
  for (const file of await filesBelow(folder)) before.set(file, await readFile(path.join(folder, file)))
  return async () => {
    const after = new Set(await filesBelow(folder))
    const changed: string[] = []
    for (const [file, content] of before)
      if (after.has(file) && !(await holds(path.join(folder, file), content))) changed.push(file)
    return {
      created: [...after].filter((file) => !before.has(file)),
      changed,
      deleted: [...before.keys()].filter((file) => !after.has(file)),
    }
  }
}

/** Regular files below a folder, by their paths in it; none where it does not exist. */
export async function filesBelow(folder: string): Promise<string[]> {
  const stats = await lstat(folder).catch(() => undefined)
  if (!stats?.isDirectory()) return []
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort()
}

/** A file of another size is not read: a program may have made it huge. */
const holds = async (file: string, content: Buffer): Promise<boolean> =>
  (await lstat(file)).size === content.length && content.equals(await readFile(file))
