import path from 'node:path'
import * as z from 'zod'
import { isAppError } from '../../errors.ts'
import { digestOf } from '../digest.ts'
import { readText, writeFileAtomic } from '../files.ts'
import { acceptAnswer, parseLoosely } from './accept-answer.ts'
import type { DocumentSource } from './document-source.ts'
import { fetchText } from './fetch-text.ts'

export interface HttpSourceOptions {
  /** Folder that keeps answers for when the server is away. */
  cacheFolder: string
  /** Told when an answer comes from the cache because the server is away. */
  onStale: (message: string) => void
}

const CachedAnswer = z.object({ etag: z.string(), text: z.string() })

/** Documents of a registry server or static site at `base` (ending in a slash): revalidated by ETag, cached for bad days. */
export function httpSource(base: string, { cacheFolder, onStale }: HttpSourceOptions): DocumentSource {
  let hasToldStale = false
  return {
    async read(documentPath) {
      const file = path.join(
        cacheFolder,
        digestOf(base).slice(7, 23),
        `${digestOf(documentPath).slice(7, 39)}.json`,
      )
      const cached = await readCached(file)
      try {
        const answer = await fetchText(base + documentPath, {
          headers: { accept: 'application/json', ...(cached && { 'if-none-match': cached.etag }) },
          retries: 2,
        })
        if (answer.status === 304 && cached !== undefined) return cached.text
        const text = acceptAnswer(answer, base)
        if (text !== undefined && answer.etag !== null) {
          await writeFileAtomic(file, JSON.stringify({ etag: answer.etag, text }))
        }
        return text
      } catch (error) {
        if (!(isAppError(error) && error.exitStatus === 9) || cached === undefined) throw error
        if (!hasToldStale) onStale(`${error.message} Using what it answered before.`)
        hasToldStale = true
        return cached.text
      }
    },
  }
}

/** A damaged cache entry is as good as none: the server has the truth. */
async function readCached(file: string): Promise<z.infer<typeof CachedAnswer> | undefined> {
  const text = await readText(file)
  return text === undefined ? undefined : CachedAnswer.safeParse(parseLoosely(text)).data
}
