import { InvalidError, issuesOf, LimitError, parseJson } from '@cli-apps/core'
import { bodyLimit } from 'hono/body-limit'
import type { z } from 'zod'
import type { RequestContext } from './env.ts'

export const maxBodyBytes = 1024 * 1024

/** Far above any body but a manifest, which validation reads by itself. */
const maxValues = 5000

/** Refuses bodies that are too large before reading them to the end. */
export const limitBody = bodyLimit({
  maxSize: maxBodyBytes,
  onError: () => {
    throw new LimitError('body.too-large', `The body is larger than ${maxBodyBytes} bytes.`, {
      hint: 'Shorten it; a command tree is usually the largest part of a manifest.',
    })
  },
})

/** Reads the body as text. Throws `InvalidError` unless it is valid UTF-8. */
export async function readBodyText(c: RequestContext): Promise<string> {
  const bytes = await c.req.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new InvalidError('body.not-utf8', 'The body is not UTF-8 text.', {
      hint: 'Send JSON as UTF-8.',
      cause,
    })
  }
}

/** Parses and validates a JSON body. Throws `InvalidError` with the issues, `LimitError` for more than 5,000 values. */
export async function readBody<Schema extends z.ZodType>(
  c: RequestContext,
  schema: Schema,
): Promise<z.output<Schema>> {
  const value = parseJson(await readBodyText(c), 'The body', { maxValues })
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new InvalidError('body.invalid', 'The body is not valid for this address.', {
    hint: 'Fix the listed issues and send it again.',
    issues: issuesOf(parsed.error, value),
  })
}
