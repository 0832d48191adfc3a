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
  /** Null if the server answered that the document does not exist. */
  text: z.string().nullable(),
})

/** A cached response. */
export interface KeptDocument<T> {
  etag: string
  value: T | undefined
  digest: Digest | undefined
  /** When the server last confirmed it. */
  at: Date
}

/**
 * The responses of one server, cached in a folder for when it is unavailable. Never fails: without the cache, the
 * server is asked.
 */
interface DocumentCache {
  /** Returns the cached document; `undefined` if there is none, or it is damaged or refused by `parse`. */
  find<T>(documentPath: string, parse: (text: string) => T): Promise<KeptDocument<T> | undefined>
  keep(documentPath: string, answer: { etag: string; text: string | null }): Promise<void>
  /** Records that the cached document is still current. */
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
