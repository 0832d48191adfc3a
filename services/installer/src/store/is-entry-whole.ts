import { digestOf, readText } from '@cli-apps/core/node'
import { compareFiles, listFiles } from './file-list.ts'
import { readAppFile, readFileList, type StoreEntry } from './store.ts'

/** Is an entry finished, and does every file of its program have the content that was built? Hashes all of them. */
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
