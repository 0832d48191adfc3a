import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip } from 'node:zlib'
import { CanceledError, IntegrityError, isAppError, t, UnavailableError } from '@cli-apps/core'
import { aboutFile, linkSignals, networkReason, openDownload } from '@cli-apps/core/node'
import type { StatedDigest } from './publisher-checksum.ts'

export interface DownloadOptions {
  url: string
  /** Hexadecimal digits, verified before the file gets its name; one of the two. */
  sha256?: string | undefined
  sha512?: string | undefined
  /** Size in bytes according to the manifest, if stated. */
  size: number | undefined
  to: string
  signal: AbortSignal
  onProgress?: (bytes: number) => void
  /** Milliseconds without data until the download is aborted; 30 s by default. */
  stallMs?: number
}

interface Content {
  sha256: string
  sha512: string
  size: number
}

/** Limit for a download of unknown size. */
const mostBytes = 20_000_000_000
/** Time limit: ten minutes, or more for large files, at an average of at least 16 kB/s. */
const mostMs = (size = mostBytes): number => Math.min(600_000 + Math.ceil(size / 16), 24 * 3_600_000)

/**
 * Downloads a file by https (or http on loopback), hashing while it streams. Keeps the file only if size and digest
 * match. Returns its sha256. Throws `IntegrityError`, `UnavailableError` or `CanceledError`, and disk errors.
 */
export async function download(options: DownloadOptions): Promise<string> {
  const { url, to, stallMs = 30_000 } = options
  await mkdir(path.dirname(to), { recursive: true })
  using limit = linkSignals(options.signal)
  let reason: string | undefined
  const giveUp = (why: string) => (): void => {
    reason ??= why
    limit.abort()
  }
  const stalled = setTimeout(
    giveUp(
      t('download.no-data-received', 'no data was received for {seconds} s', { seconds: stallMs / 1000 }),
    ),
    stallMs,
  )
  const late = setTimeout(
    giveUp(t('download.download-too-slow', 'the download is too slow')),
    mostMs(options.size),
  )
  try {
    return await fetchFile({ ...options, digest: digestOf(options) }, limit.signal, () => stalled.refresh())
  } catch (error) {
    await rm(to, { force: true })
    if (isAppError(error)) throw error
    if (isOfDisk(error)) throw aboutFile(error, to)
    if (options.signal.aborted)
      throw new CanceledError(
        'download.canceled',
        t('download.canceled', 'The download of {url} was interrupted.', { url }),
      )
    throw failed(url, reason ?? networkReason(error), error)
  } finally {
    clearTimeout(stalled)
    clearTimeout(late)
  }
}

type Verified = Pick<DownloadOptions, 'url' | 'size' | 'to'> & { digest: StatedDigest }

const digestOf = ({ sha256 = '', sha512 }: DownloadOptions): StatedDigest =>
  sha512 === undefined ? { algorithm: 'sha256', hex: sha256 } : { algorithm: 'sha512', hex: sha512 }

async function fetchFile(
  { url, digest, size, to, onProgress }: Verified & Pick<DownloadOptions, 'onProgress'>,
  signal: AbortSignal,
  onChunk: () => void,
): Promise<string> {
  const opened = await openDownload(url, signal)
  const { status, encoding, length } = opened
  try {
    if (status !== 200) throw failed(url, t('download.status', 'status {status}', { status }))
    if (encoding === undefined && size !== undefined && length !== undefined && length !== size)
      throw mismatch(
        url,
        t('download.has-bytes', 'has {length} bytes', { length }),
        t('download.bytes', '{size} bytes', { size }),
      )
    // An encoded transfer may be slightly larger than the file.
    const bound =
      (size ?? mostBytes) * (encoding === undefined ? 1 : 1.01) + (encoding === undefined ? 0 : 1000)
    const content = await writeContent(opened.body, to, {
      bound,
      url,
      onBytes: (bytes) => {
        onChunk()
        onProgress?.(bytes)
      },
    })
    if (encoding !== undefined && content[digest.algorithm] !== digest.hex)
      return await decodeFile({ url, digest, size, to }, { encoding, received: content, signal })
    requirePromised(content, { url, digest, size })
    return content.sha256
  } finally {
    // Errors while discarding the rest do not matter.
    opened.body.on('error', () => {}).destroy()
  }
}

const decoders = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['br', createBrotliDecompress],
])

/**
 * Servers declare an encoding for encoded transfers, and also for files that are merely of that format; the digest
 * decides.
 */
async function decodeFile(
  { url, digest, size, to }: Verified,
  { encoding, received, signal }: { encoding: string; received: Content; signal: AbortSignal },
): Promise<string> {
  const decoder = decoders.get(encoding)?.()
  if (decoder === undefined) throw otherDigest(url, received, digest)
  const decoded = `${to}.decoded`
  try {
    // Failures appear on the stream that is read here.
    const decoding = pipeline(createReadStream(to), decoder, { signal })
    decoding.catch(() => {})
    const content = await writeContent(decoder, decoded, { bound: size ?? mostBytes, url, onBytes: () => {} })
    requirePromised(content, { url, digest, size })
    await rename(decoded, to)
    return content.sha256
  } catch (error) {
    if (isAppError(error) || isOfDisk(error) || signal.aborted) throw error
    throw otherDigest(url, received, digest)
  } finally {
    await rm(decoded, { force: true })
  }
}

async function writeContent(
  source: Readable,
  to: string,
  { bound, url, onBytes }: { bound: number; url: string; onBytes: (bytes: number) => void },
): Promise<Content> {
  const hashes = { sha256: createHash('sha256'), sha512: createHash('sha512') }
  const file = await open(to, 'wx')
  let size = 0
  try {
    for await (const chunk of source as AsyncIterable<Uint8Array>) {
      size += chunk.length
      if (size > bound)
        throw mismatch(
          url,
          t('download.has-more-than-bytes', 'has more than {bound} bytes', { bound: Math.floor(bound) }),
          'less',
        )
      hashes.sha256.update(chunk)
      hashes.sha512.update(chunk)
      await file.appendFile(chunk)
      onBytes(size)
    }
  } finally {
    await file.close()
  }
  return { sha256: hashes.sha256.digest('hex'), sha512: hashes.sha512.digest('hex'), size }
}

function requirePromised(found: Content, { url, digest, size }: Omit<Verified, 'to'>): void {
  if (size !== undefined && found.size !== size)
    throw mismatch(
      url,
      t('download.has-bytes.has-bytes', 'has {count} bytes', { count: found.size }),
      t('download.bytes', '{size} bytes', { size }),
    )
  if (found[digest.algorithm] !== digest.hex) throw otherDigest(url, found, digest)
}

const otherDigest = (url: string, found: Content, { algorithm, hex }: StatedDigest): IntegrityError =>
  mismatch(
    url,
    t('download.has-digest', 'has {algorithm} {digest}', { algorithm, digest: found[algorithm] }),
    hex,
  )

/** Whether the disk, and not the network, caused the error. */
const isOfDisk = (error: unknown): boolean =>
  error instanceof Error &&
  ['open', 'write', 'close', 'mkdir', 'rename'].includes((error as NodeJS.ErrnoException).syscall ?? '')

const mismatch = (url: string, found: string, expected: string): IntegrityError =>
  new IntegrityError(
    'download.checksum-mismatch',
    t('download.checksum-mismatch', '{url} {found}; its publisher or the lock states {expected}.', {
      url,
      found,
      expected,
    }),
    {
      hint: t(
        'download.checksum-mismatch.hint',
        'The file or its checksum was changed. Nothing was installed. Report it to the publisher of the app, or to the operator of a configured mirror.',
      ),
    },
  )

const failed = (url: string, reason: string, cause?: unknown): UnavailableError =>
  new UnavailableError(
    'download.failed',
    t('download.failed', '{url} cannot be downloaded: {reason}.', { url, reason }),
    {
      hint: t(
        'download.failed.hint',
        'Check the network, a proxy, or the configured mirrors, and try again.',
      ),
      cause,
    },
  )
