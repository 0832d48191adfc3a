import { setTimeout as sleep } from 'node:timers/promises'
import type { RequestInit, Response } from 'undici'
import {
  type AppError,
  CanceledError,
  isAppError,
  LimitError,
  UnavailableError,
} from '../../errors/errors.ts'
import { t } from '../../messages/t.ts'
import { hasCode } from '../files.ts'
import { linkSignals } from '../link-signals.ts'
import { fetchSafely } from './fetch-safely.ts'
import { networkReason } from './network-reason.ts'

export interface TextResponse {
  status: number
  etag: string | null
  contentType: string
  text: string
}

interface FetchTextOptions extends Pick<RequestInit, 'method' | 'headers' | 'body'> {
  /** Number of retries after a network failure or a 5xx; only for safe requests. */
  retries?: number
  signal?: AbortSignal | undefined
  timeoutMs?: number
  /** Milliseconds until the response must begin; defaults to the total timeout. */
  answerTimeoutMs?: number | undefined
  maxBytes?: number
  /** Maximum number of redirects. */
  redirects?: number
  /** The error of a server that does not answer, for the reason of this error; one about a registry by default. */
  unreachable?: (url: string, cause: unknown) => AppError
}

const usualTimeoutMs = 20_000
const usualMaxBytes = 64 * 1024 * 1024

/**
 * Requests a text over https, or over http on loopback, with proxies from the environment. Responses of any status are
 * returned. Throws `unreachable`, an `UnavailableError`, if there is no response, `LimitError` for a response over `maxBytes` (64 MiB),
 * `CanceledError` `registry.canceled` when the signal aborts.
 */
export async function fetchText(
  url: string,
  {
    retries = 0,
    signal,
    timeoutMs = usualTimeoutMs,
    maxBytes = usualMaxBytes,
    unreachable = registryUnreachable,
    ...init
  }: FetchTextOptions = {},
): Promise<TextResponse> {
  for (let attempt = 0; ; attempt++) {
    try {
      signal?.throwIfAborted()
      const answer = await ask(url, { ...init, signal, timeoutMs, maxBytes, isFinal: attempt >= retries })
      if (answer !== undefined) return answer
    } catch (error) {
      if (signal?.aborted) throw canceled(url, error)
      const isFinal = attempt >= retries
      if (isAppError(error) && (isFinal || !hasCode(error, 'network.proxy'))) throw error
      if (isFinal) throw unreachable(url, error)
    }
    await sleep(200 * 3 ** attempt, undefined, { signal }).catch((cause) => {
      throw canceled(url, cause)
    })
  }
}

interface Attempt extends Omit<FetchTextOptions, 'retries' | 'unreachable'> {
  timeoutMs: number
  maxBytes: number
  /** Whether this is the last attempt. */
  isFinal: boolean
}

/** One attempt, limited from the request to the end of the response; `undefined` for a 5xx worth retrying. */
async function ask(
  url: string,
  { signal, timeoutMs, answerTimeoutMs = timeoutMs, maxBytes, isFinal, ...init }: Attempt,
): Promise<TextResponse | undefined> {
  using limit = linkSignals(signal)
  const giveUpAfter = (ms: number): NodeJS.Timeout =>
    setTimeout(() => limit.abort(new Error(lateText(ms / 1000))), ms)
  const late = giveUpAfter(timeoutMs)
  const silent = giveUpAfter(answerTimeoutMs)
  try {
    const response = await fetchSafely(url, { ...init, signal: limit.signal })
    clearTimeout(silent)
    if (response.status >= 500 && !isFinal) {
      await response.body?.cancel()
      return undefined
    }
    return {
      status: response.status,
      etag: response.headers.get('etag'),
      contentType: response.headers.get('content-type') ?? '',
      text: await readBounded(response, url, { maxBytes, signal: limit.signal }),
    }
  } finally {
    clearTimeout(silent)
    clearTimeout(late)
  }
}

async function readBounded(
  { body }: Response,
  url: string,
  { maxBytes, signal }: { maxBytes: number; signal: AbortSignal },
): Promise<string> {
  const reader = body?.getReader()
  const chunks: Uint8Array[] = []
  let bytes = 0
  // undici forwards the signal to a body in progress only until its own listeners are garbage-collected.
  const stop = (): void => void reader?.cancel().catch(() => {})
  signal.addEventListener('abort', stop, { once: true })
  try {
    for (;;) {
      const next = await reader?.read()
      signal.throwIfAborted()
      if (next === undefined || next.done) return Buffer.concat(chunks).toString('utf8')
      bytes += next.value.length
      if (bytes > maxBytes)
        throw new LimitError(
          'registry.answer-too-large',
          t('registry.answer-too-large', '{url} answers with more than {maxBytes} bytes.', { url, maxBytes }),
        )
      chunks.push(next.value)
    }
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
  }
}

const canceled = (url: string, cause: unknown): CanceledError =>
  new CanceledError(
    'registry.canceled',
    t('registry.canceled', 'Asking {origin} was interrupted.', { origin: new URL(url).origin }),
    { cause },
  )

const lateText = (seconds: number): string =>
  t('fetch-text.late', 'no answer within {seconds} seconds', { seconds })

const registryUnreachable = (url: string, error: unknown): UnavailableError =>
  new UnavailableError(
    'registry.unreachable',
    t('registry.unreachable', '{origin} does not answer: {error}.', {
      origin: new URL(url).origin,
      error: networkReason(error),
    }),
    {
      hint: t(
        'registry.unreachable.hint',
        'Check the address and the network, or name another registry with --registry.',
      ),
      cause: error,
    },
  )
