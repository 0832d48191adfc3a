import type { Digest } from '@cli-apps/core'
import { digestOf } from '@cli-apps/core/node'
import { type FileList, fileListText } from './file-list.ts'

/** Notes on where packages came from and on the Node of this machine, which differ for the same program. */
const notes = ['node_modules/.package-lock.json', 'node.json']

/** Returns a digest of a program's files, which is the same wherever it is installed. */
export const programFilesDigest = ({ entries }: FileList): Digest =>
  digestOf(fileListText({ files: 1, entries: entries.filter(({ path }) => !notes.includes(path)) }))
