import path from 'node:path'
import { digestOf, isInside, readText } from '@cli-apps/core/node'
import { compareFiles, FileList, listFiles } from '../store/file-list.ts'
import { entryAt, readFileList } from '../store/store.ts'
import { readNodeNote } from '../strategies/npm/npm-node.ts'
import { nodeFolder } from '../strategies/read-strategy-host.ts'

/**
 * Returns the files of the Node in the store that differ from those that a program was installed with; none for a program on another
 * Node. `argv` starts the program in `prefix`.
 */
export async function nodeChanges(
  [interpreter = '']: readonly string[],
  { prefix, store }: { prefix: string; store: string },
): Promise<string[]> {
  const note = await readNodeNote(prefix)
  if (note === undefined) return []
  const folder = nodeFolder(store, note)
  // Some packages bring a program that needs Node for its install only.
  if (!isInside(folder, interpreter)) return []
  const entry = entryAt(path.dirname(folder))
  const [text, listed] = await Promise.all([readText(entry.files), readFileList(entry)])
  if (text === undefined || digestOf(text) !== note.files) return [entry.files]
  const { missing, changed, extra } = compareFiles(
    listed ?? FileList.parse({ files: 1, entries: [] }),
    await listFiles(entry.prefix),
  )
  return [...missing, ...changed, ...extra].map((file) => path.join(entry.prefix, file))
}
