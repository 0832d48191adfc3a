import { InvalidError, t, UnavailableError } from '@cli-apps/core'
import { fetchText, networkReason } from '@cli-apps/core/node'
import type * as z from 'zod'

/** In bytes. Advisories are small; a response for a thousand packages stays far below this. */
const mostBytes = 32 * 2 ** 20

/**
 * Requests and validates JSON of an advisory database. Throws `UnavailableError` `audit.unreachable` if it does not
 * respond or refuses, and `InvalidError` `audit.bad-answer` for an invalid response.
 */
export async function askDatabase<Schema extends z.ZodType>(
  url: string,
  { body, answer, signal }: { body?: unknown; answer: Schema; signal: AbortSignal },
): Promise<z.output<Schema>> {
  const { status, text } = await fetchText(url, {
    method: body === undefined ? 'GET' : 'POST',
    ...(body !== undefined && { body: JSON.stringify(body) }),
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    // The query changes nothing, so it can be retried.
    retries: 2,
    redirects: 0,
    maxBytes: mostBytes,
    signal,
    unreachable: (_, cause) => unreachable(url, networkReason(cause), cause),
  })
  if (status < 200 || status >= 300)
    throw unreachable(url, t('ask-database.returned-status', 'it returned status {status}', { status }))
  const parsed = parse(text, answer)
  if (parsed === undefined)
    throw new InvalidError(
      'audit.bad-answer',
      t('audit.bad-answer', '{url} is not an advisory database.', { url }),
      {
        hint: t('audit.bad-answer.hint', 'Run "{cli} config list" and check the mirrors.'),
      },
    )
  return parsed
}

function parse<Schema extends z.ZodType>(text: string, schema: Schema): z.output<Schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

const unreachable = (url: string, reason: string, cause?: unknown): UnavailableError =>
  new UnavailableError(
    'audit.unreachable',
    t('audit.unreachable', 'The advisory database at {url} cannot be queried: {reason}.', { url, reason }),
    {
      hint: t(
        'audit.unreachable.hint',
        'Set a mirror ("{cli} config set mirrors.URL MIRROR"), or use a downloaded copy with --database DIR.',
      ),
      cause,
    },
  )
