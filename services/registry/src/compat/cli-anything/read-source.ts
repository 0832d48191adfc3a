import { readFile, stat } from 'node:fs/promises'
import { ForbiddenError, LimitError, NotFoundError, parseJson, UnavailableError } from '@cli-apps/core'
import { fetchSafely, isMissing } from '@cli-apps/core/node'
import { whyNotPublic } from '@cli-apps/core/publish-rules'

const maxBytes = 16 * 1024 * 1024
const timeoutMs = 20_000

/** Reads JSON from a file, a public https address, or http on this machine; follows no redirects elsewhere. */
export async function readSource(source: string): Promise<unknown> {
  const text = /^[a-z]+:\/\//i.test(source) ? await fetchSource(source) : await readFileSource(source)
  return parseJson(text, source)
}

async function readFileSource(file: string): Promise<string> {
  try {
    if ((await stat(file)).size > maxBytes) throw tooLarge(file)
    return await readFile(file, 'utf8')
  } catch (cause) {
    if (!isMissing(cause)) throw cause
    throw new NotFoundError('import.no-file', `The file ${file} was not found.`, { cause })
  }
}

async function fetchSource(url: string): Promise<string> {
  const reason = url.startsWith('https:') && URL.canParse(url) ? whyNotPublic(new URL(url)) : undefined
  if (reason !== undefined)
    throw new ForbiddenError('import.private-url', `${url} ${reason}.`, {
      hint: 'Download it and name the file.',
    })
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetchSafely(url, { signal, redirect: 'manual' })
    const location = response.headers.get('location')
    if (response.status >= 300 && response.status < 400)
      throw new ForbiddenError('import.redirect', `${url} redirects to ${location ?? 'another address'}.`, {
        hint: 'Use that address if you trust it.',
      })
    if (response.status !== 200)
      throw new UnavailableError('import.status', `${url} returned ${response.status}.`, {
        hint: 'Check the address.',
      })
    const chunks: Uint8Array[] = []
    let bytes = 0
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length
      if (bytes > maxBytes) throw tooLarge(url)
      chunks.push(chunk)
    }
    return Buffer.concat(chunks).toString('utf8')
  } catch (cause) {
    if (!signal.aborted && !(cause instanceof TypeError)) throw cause
    throw new UnavailableError('import.unreachable', `${url} is not reachable.`, {
      hint: 'Check the address and the network.',
      cause,
    })
  }
}

const tooLarge = (source: string): LimitError =>
  new LimitError('import.too-large', `${source} is larger than 16 MiB.`)
