import { setTimeout as sleep } from 'node:timers/promises'
import type { RequestInit, Response } from 'undici'
import { CanceledError, isAppError, LimitError, UnavailableError } from '../../errors.ts'
import { hasCode } from '../files.ts'
import { fetchSafely } from './fetch-safely.ts'
import { networkReason } from './network-reason.ts'

export interface TextResponse {
  status: number
  etag: string | null
  contentType: string
  text: string
}

export interface FetchTextOptions extends Pick<RequestInit, 'method' | 'headers' | 'body'> {
  /** Further tries after a network failure or a 5xx; for safe requests only. */
  retries?: number
  signal?: AbortSignal | undefined
  timeoutMs?: number
  /** How long the answer may take to begin; as long as the whole when absent. */
  patienceMs?: number | undefined
  maxBytes?: number
  /** How many redirects are followed. */
  redirects?: number
}

const usualTimeoutMs = 20_000
const usualMaxBytes = 64 * 1024 * 1024

/**
 * Asks a server over https, or over http on loopback, with proxies from the environment. Answers of any status are
 * values. Throws `UnavailableError` when nothing answers, `LimitError` for an answer over `maxBytes` (64 MiB),
 * `CanceledError` `registry.canceled` when the signal ends it.
 */
export async function fetchText(
  url: string,
  {
    retries = 0,
    signal,
    timeoutMs = usualTimeoutMs,
    maxBytes = usualMaxBytes,
    ...init
  }: FetchTextOptions = {},
): Promise<TextResponse> {
  for (let attempt = 0; ; attempt++) {
    try {
      signal?.throwIfAborted()
      const response = await send(url, { ...init, signal, timeoutMs })
      if (response.status >= 500 && attempt < retries) {
        await response.body?.cancel()
      } else {
        return {
          status: response.status,
          etag: response.headers.get('etag'),
          contentType: response.headers.get('content-type') ?? '',
          text: await readBounded(response, url, maxBytes),
        }
      }
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

async function send(
  url: string,
  { signal, timeoutMs, patienceMs, ...init }: Omit<FetchTextOptions, 'timeoutMs'> & { timeoutMs: number },
): Promise<Response> {
  const patience = new AbortController()
  const timer = setTimeout(
    () => patience.abort(new Error(`no answer within ${(patienceMs ?? timeoutMs) / 1000} seconds`)),
    patienceMs ?? timeoutMs,
  )
  const limits = [AbortSignal.timeout(timeoutMs), patience.signal, ...(signal === undefined ? [] : [signal])]
  try {
    return await fetchSafely(url, { ...init, signal: AbortSignal.any(limits) })
  } finally {
    clearTimeout(timer)
  }
}

async function readBounded(response: Response, url: string, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > maxBytes)
      throw new LimitError('registry.answer-too-large', `${url} answers with more than ${maxBytes} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const canceled = (url: string, cause: unknown): CanceledError =>
  new CanceledError('registry.canceled', `Asking ${new URL(url).origin} was interrupted.`, { cause })

const unreachable = (url: string, error: unknown): UnavailableError =>
  new UnavailableError(
    'registry.unreachable',
    `${new URL(url).origin} does not answer: ${networkReason(error)}.`,
    {
      hint: 'Check the address and the network, or name another registry with --registry.',
      cause: error,
    },
  )
