import path from 'node:path'
import { readText } from '../files.ts'
import type { DocumentSource } from './document-source.ts'

/** Documents of a registry that was exported to a folder. Paths are ours, never a stranger's. */
export const folderSource = (folder: string): DocumentSource => ({
  read: (documentPath) => readText(path.join(folder, ...documentPath.split('/').map(decodeURIComponent))),
})
