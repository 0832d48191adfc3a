import { stat, utimes } from 'node:fs/promises'
import * as z from 'zod'
import type { Digest } from '../../digest.ts'
import { digestOf } from '../digest.ts'
import { readText } from '../files.ts'
import { writeFileAtomic } from '../write-file-atomic.ts'
import { parseLoosely } from './accept-answer.ts'
import { cachedAnswerFile } from './cached-answer-file.ts'

const KeptAnswer = z.object({
  etag: z.string(),
  /** Null where the server said that there is none. */
  text: z.string().nullable(),
})

/** An answer of before. */
export interface KeptDocument<T> {
  etag: string
  value: T | undefined
  digest: Digest | undefined
  /** When the server last said that it is so. */
  at: Date
}

/** The answers of one server, kept in a folder for when it is away. Nothing here fails: without it, the server is asked. */
interface DocumentCache {
  /** `undefined` where nothing is kept, or what is kept is damaged or refused by `parse`. */
  find<T>(documentPath: string, parse: (text: string) => T): Promise<KeptDocument<T> | undefined>
  keep(documentPath: string, answer: { etag: string; text: string | null }): Promise<void>
  /** Notes that what is kept was true again just now. */
  confirm(documentPath: string): Promise<void>
}

export function documentCache(folder: string, base: string): DocumentCache {
  const fileOf = (documentPath: string): string => cachedAnswerFile(folder, base, documentPath)
  return {
    async find(documentPath, parse) {
      const file = fileOf(documentPath)
      try {
        const { etag, text } = KeptAnswer.parse(parseLoosely((await readText(file)) ?? ''))
        const { mtime: at } = await stat(file)
        return text === null
          ? { etag, value: undefined, digest: undefined, at }
          : { etag, value: parse(text), digest: digestOf(text), at }
      } catch {
        return undefined
      }
    },
    keep: (documentPath, answer) =>
      writeFileAtomic(fileOf(documentPath), JSON.stringify(answer)).catch(() => {}),
    confirm: (documentPath) => utimes(fileOf(documentPath), new Date(), new Date()).catch(() => {}),
  }
}
