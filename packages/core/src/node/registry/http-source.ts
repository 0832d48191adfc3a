import type { Digest } from '../../digest.ts'
import { type AppError, isAppError, UnavailableError } from '../../errors/errors.ts'
import { readerLocale, t } from '../../messages/t.ts'
import { acceptAnswer } from './accept-answer.ts'
import { documentCache, type KeptDocument } from './document-cache.ts'
import type { DocumentSource, ReadOptions } from './document-source.ts'
import { fetchText, type TextResponse } from './fetch-text.ts'
import { requireDigest, requireSameDigest } from './require-digest.ts'

export interface HttpSourceOptions {
  /** Folder for cached responses. */
  cacheFolder: string
  /** Called once when a response comes from the cache because the server is unavailable, or offline mode is on. */
  onStale: (message: string) => void
  /** Uses only cached responses. */
  isOffline?: boolean
  /** Aborts every request with `CanceledError` `registry.canceled`. */
  signal?: AbortSignal
}

/** Whether a server is reachable, shared by all its users. */
export interface Reach {
  /** Why it is no longer asked, once that is so. */
  away?: string
}

/** Milliseconds for a response to begin when a cached one is available. */
export const answerTimeoutMs = 4000

/**
 * Documents of a registry server or static site at `base` (ending in a slash), revalidated by ETag and cached for
 * outages.
 */
export function httpSource(
  base: string,
  { cacheFolder, onStale, isOffline = false, signal }: HttpSourceOptions,
  reach: Reach = {},
): DocumentSource {
  const cache = documentCache(cacheFolder, base)
  let isStaleReported = false

  const stale = <T>(kept: KeptDocument<T>, path: string, digest: Digest | undefined): T | undefined => {
    requireSameDigest(kept.digest, digest, path)
    if (!isStaleReported) {
      const what = staleText(base, kept.at)
      onStale(isOffline || reach.away === undefined ? what : `${reach.away} ${what}`)
    }
    isStaleReported = true
    return kept.value
  }

  return {
    async read<T>(
      path: string,
      parse: (text: string) => T,
      { fresh = false, digest, isOptional = false }: ReadOptions = {},
    ) {
      const kept = await cache.find(path, parse)
      if (kept !== undefined && digest !== undefined && kept.digest === digest) return kept.value
      if (isOffline && kept === undefined) throw notKept(base, path)
      if (kept !== undefined && (isOffline || reach.away !== undefined)) return stale(kept, path, digest)
      try {
        const answer = await ask(base + path, { kept, fresh, isAway: reach.away !== undefined, signal })
        if (answer.status === 304 && kept !== undefined) {
          requireSameDigest(kept.digest, digest, path)
          await cache.confirm(path)
          return kept.value
        }
        const text = await acceptAnswer(answer, base)
        if (text === undefined) {
          if (isOptional) await cache.keep(path, { etag: '', text: null })
          return undefined
        }
        requireDigest(text, digest, path)
        const value = parse(text)
        await cache.keep(path, { etag: answer.etag ?? '', text })
        return value
      } catch (error) {
        if (!isAway(error) || kept === undefined) throw error
        reach.away = error.message
        return stale(kept, path, digest)
      }
    },
  }
}

interface Question {
  kept: KeptDocument<unknown> | undefined
  fresh: boolean
  /** Whether the server failed to respond before. */
  isAway: boolean
  signal: AbortSignal | undefined
}

/** Revalidates a cached document; without one, retries more often. */
const ask = (url: string, { kept, fresh, isAway, signal }: Question): Promise<TextResponse> =>
  fetchText(url, {
    headers: {
      accept: 'application/json',
      ...(kept !== undefined && kept.etag !== '' && { 'if-none-match': kept.etag }),
      ...(fresh && { 'cache-control': 'no-cache' }),
    },
    ...(kept === undefined && !isAway ? { retries: 2 } : { answerTimeoutMs }),
    signal,
  })

/** Whether the server did not respond, or was overloaded. */
export const isAway = (error: unknown): error is AppError => isAppError(error) && error.exitStatus === 9

const notKept = (base: string, path: string): UnavailableError =>
  new UnavailableError(
    'network.offline',
    t('network.offline', '{base}{path} is not kept on this machine, and --offline asks nobody.', {
      base,
      path,
    }),
    {
      hint: t('network.offline.hint', 'Run the command once without --offline.'),
    },
  )

const staleText = (base: string, at: Date): string =>
  t('http-source.using-what-answered', 'Using what {origin} answered {at}.', {
    origin: new URL(base).origin,
    at: ageText(at, new Date()),
  })

/** The age of a time, in the largest suitable unit. */
function ageText(at: Date, now: Date): string {
  const seconds = Math.max(0, (now.getTime() - at.getTime()) / 1000)
  const units = [
    ['day', 86_400],
    ['hour', 3600],
    ['minute', 60],
  ] as const
  for (const [unit, length] of units) {
    const count = Math.floor(seconds / length)
    if (count > 0) return new Intl.RelativeTimeFormat(readerLocale()).format(-count, unit)
  }
  return t('http-source.less-than-minute-ago', 'less than a minute ago')
}
