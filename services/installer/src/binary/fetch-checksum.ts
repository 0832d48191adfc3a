import { t, UnavailableError } from '@cli-apps/core'
import { fetchText, networkReason } from '@cli-apps/core/node'
import { readPublisherChecksum, type StatedDigest } from './publisher-checksum.ts'

const maxBytes = 1 << 20

/**
 * Fetches a publisher's checksum file, of at most 1 MiB, and returns what it states of a file. Throws `UnavailableError` if it cannot
 * be had, and what `readPublisherChecksum` throws.
 */
export async function fetchChecksum(
  { url, file }: { url: string; file: string },
  signal: AbortSignal,
): Promise<StatedDigest> {
  const { status, text } = await fetchText(url, {
    ...{ signal, maxBytes, retries: 1 },
    unreachable: (_, cause) => unavailable(url, networkReason(cause), cause),
  })
  if (status === 200) return readPublisherChecksum(text, file, url)
  throw unavailable(url, t('download.checksums-status', 'status {status}', { status }))
}

const unavailable = (url: string, reason: string, cause?: unknown): UnavailableError =>
  new UnavailableError(
    'download.checksums-unavailable',
    t('download.checksums-unavailable', 'The checksum file {url} cannot be read: {reason}.', { url, reason }),
    {
      hint: t(
        'download.failed.hint',
        'Check the network, a proxy, or the configured mirrors, and try again.',
      ),
      cause,
    },
  )
