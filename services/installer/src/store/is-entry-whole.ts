import { digestOf, readText } from '@cli-apps/core/node'
import { compareFiles, listFiles } from './file-list.ts'
import { readAppFile, readFileList, type StoreEntry } from './store.ts'

/** Checks whether an entry is finished and every file of its program has the built content. Hashes all of them. */
export async function isEntryWhole(entry: StoreEntry): Promise<boolean> {
  try {
    const [app, text, listed] = await Promise.all([
      readAppFile(entry),
      readText(entry.files),
      readFileList(entry),
    ])
    if (app === undefined || text === undefined || listed === undefined) return false
    if (digestOf(text) !== app.files) return false
    const differences = compareFiles(listed, await listFiles(entry.prefix))
    return Object.values(differences).every(({ length }) => length === 0)
  } catch {
    return false
  }
}
