import path from 'node:path'
import * as z from 'zod'
import type { Digest } from '../../api.ts'
import { type AppError, isAppError } from '../../errors.ts'
import { digestOf } from '../digest.ts'
import { readText, writeFileAtomic } from '../files.ts'
import { acceptAnswer, parseLoosely } from './accept-answer.ts'
import type { DocumentSource } from './document-source.ts'
import { fetchText } from './fetch-text.ts'
import { requireDigest } from './require-digest.ts'

export interface HttpSourceOptions {
  /** Folder that keeps answers for when the server is away. */
  cacheFolder: string
  /** Told when an answer comes from the cache because the server is away. */
  onStale: (message: string) => void
  /** Ends every question with `CanceledError` `registry.canceled`. */
  signal?: AbortSignal
}

const CachedAnswer = z.object({ etag: z.string(), text: z.string() })

/** Documents of a registry server or static site at `base` (ending in a slash): revalidated by ETag, cached for bad days. */
export function httpSource(
  base: string,
  { cacheFolder, onStale, signal }: HttpSourceOptions,
): DocumentSource {
  let hasToldStale = false
  return {
    async read(documentPath, parse, { fresh = false, digest } = {}) {
      const file = path.join(
        cacheFolder,
        digestOf(base).slice(7, 23),
        `${digestOf(documentPath).slice(7, 39)}.json`,
      )
      const cached = await readCached(file, parse)
      if (cached !== undefined && cached.digest === digest) return cached.value
      const condition = cached?.etag ? { 'if-none-match': cached.etag } : {}
      try {
        const answer = await fetchText(base + documentPath, {
          headers: {
            accept: 'application/json',
            ...condition,
            ...(fresh && { 'cache-control': 'no-cache' }),
          },
          retries: 2,
          signal,
        })
        if (answer.status === 304 && cached !== undefined) {
          requireDigest(cached.text, digest, documentPath)
          return cached.value
        }
        const text = acceptAnswer(answer, base)
        if (text === undefined) return undefined
        requireDigest(text, digest, documentPath)
        const value = parse(text)
        if (answer.etag !== null || digest !== undefined)
          await writeCached(file, { etag: answer.etag ?? '', text })
        return value
      } catch (error) {
        if (!isAway(error) || cached === undefined) throw error
        requireDigest(cached.text, digest, documentPath)
        if (!hasToldStale) onStale(`${error.message} Using what it answered before.`)
        hasToldStale = true
        return cached.value
      }
    },
  }
}

/** Did the server not answer, or have no time for us? */
export const isAway = (error: unknown): error is AppError => isAppError(error) && error.exitStatus === 9

/** A damaged or unreadable cache entry is as good as none: the server has the truth. */
async function readCached<T>(
  file: string,
  parse: (text: string) => T,
): Promise<{ etag: string; text: string; value: T; digest: Digest } | undefined> {
  try {
    const { etag, text } = CachedAnswer.parse(parseLoosely((await readText(file)) ?? ''))
    return { etag, text, value: parse(text), digest: digestOf(text) }
  } catch {
    return undefined
  }
}

/** The answer is good without being kept, so a full disk or a read-only cache is no failure. */
const writeCached = (file: string, answer: z.infer<typeof CachedAnswer>): Promise<void> =>
  writeFileAtomic(file, JSON.stringify(answer)).catch(() => {})
