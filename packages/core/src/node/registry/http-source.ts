import path from 'node:path'
import { z } from 'zod'
import { isAppError, UnavailableError } from '../../errors.ts'
import { fromProblem, Problem } from '../../problem.ts'
import { digestOf } from '../digest.ts'
import { readText, writeFileAtomic } from '../files.ts'
import type { DocumentSource } from './document-source.ts'
import { fetchText, type TextResponse } from './fetch-text.ts'

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

/** Text of a good answer, `undefined` for 404; throws what a problem document says. */
export function acceptAnswer({ status, text, contentType }: TextResponse, base: string): string | undefined {
  if (status >= 200 && status < 300) return text
  if (status === 404) return undefined
  const problem = contentType.includes('json') ? Problem.safeParse(parseLoosely(text)).data : undefined
  if (problem !== undefined) throw fromProblem(problem)
  throw new UnavailableError('registry.bad-answer', `${base} answers with status ${status}.`, {
    hint: 'Check that this is the address of a cli-apps registry.',
  })
}

export function parseLoosely(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A damaged cache entry is as good as none: the server has the truth. */
async function readCached(file: string): Promise<z.infer<typeof CachedAnswer> | undefined> {
  const text = await readText(file)
  return text === undefined ? undefined : CachedAnswer.safeParse(parseLoosely(text)).data
}
