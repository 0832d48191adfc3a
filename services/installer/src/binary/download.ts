import { createHash } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { CanceledError, IntegrityError, isAppError, UnavailableError } from '@cli-apps/core'
import { fetchSafely } from '@cli-apps/core/node'

export interface DownloadOptions {
  url: string
  /** 64 hexadecimal digits, proven before the file gets its name. */
  sha256: string
  /** Bytes that the manifest promises, if it does. */
  size: number | undefined
  to: string
  signal: AbortSignal
  onProgress?: (bytes: number) => void
}

/** A download that says nothing for this long is given up. */
const stallMs = 30_000

/** Bound of a download whose size nobody promised. */
const mostBytes = 20_000_000_000

/**
 * Fetches a file by https (or http on loopback), hashing while it streams. The file stays only when size and digest
 * are right. Throws `IntegrityError`, `UnavailableError` or `CanceledError`.
 */
export async function download(options: DownloadOptions): Promise<void> {
  const { url, to } = options
  await mkdir(path.dirname(to), { recursive: true })
  const stall = new AbortController()
  const timer = setTimeout(() => stall.abort(), stallMs)
  try {
    const { sha256, size } = await stream(options, AbortSignal.any([options.signal, stall.signal]), () =>
      timer.refresh(),
    )
    if (options.size !== undefined && size !== options.size)
      throw mismatch(url, `has ${size} bytes`, `${options.size} bytes`)
    if (sha256 !== options.sha256) throw mismatch(url, `has sha256 ${sha256}`, options.sha256)
  } catch (error) {
    await rm(to, { force: true })
    if (isAppError(error)) throw error
    if (options.signal.aborted)
      throw new CanceledError('download.canceled', `The download of ${url} was interrupted.`)
    throw failed(url, stall.signal.aborted ? `nothing came for ${stallMs / 1000} s` : reasonOf(error), error)
  } finally {
    clearTimeout(timer)
  }
}

async function stream(
  { url, size, to, onProgress }: DownloadOptions,
  signal: AbortSignal,
  onChunk: () => void,
): Promise<{ sha256: string; size: number }> {
  const response = await fetchSafely(url, { signal })
  if (!response.ok || response.body === null) throw failed(url, `status ${response.status}`)
  const hash = createHash('sha256')
  const file = await open(to, 'wx')
  let bytes = 0
  try {
    for await (const chunk of response.body) {
      onChunk()
      bytes += chunk.length
      if (bytes > (size ?? mostBytes)) throw mismatch(url, `has more than ${size ?? mostBytes} bytes`, 'less')
      hash.update(chunk)
      await file.appendFile(chunk)
      onProgress?.(bytes)
    }
  } finally {
    await file.close()
  }
  return { sha256: hash.digest('hex'), size: bytes }
}

const mismatch = (url: string, found: string, expected: string): IntegrityError =>
  new IntegrityError('download.checksum-mismatch', `${url} ${found}; the manifest promises ${expected}.`, {
    hint: 'The file or the manifest was changed. Nothing was installed; tell the publisher of the app.',
  })

const failed = (url: string, reason: string, cause?: unknown): UnavailableError =>
  new UnavailableError('download.failed', `${url} cannot be downloaded: ${reason}.`, {
    hint: 'Check the network, a proxy, or the configured mirrors, and try again.',
    cause,
  })

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message || cause.name : String(cause)
}
