import { InvalidError, issuesOf, LimitError, UsageError } from '@cli-apps/core'
import { bodyLimit } from 'hono/body-limit'
import type * as z from 'zod'
import type { RequestContext } from '../env.ts'
import { maxBodyBytes } from '../read-body.ts'

/** The fields of a form by name. */
type FormFields = Readonly<Record<string, string>>

/** Secrets, which no page shows again, and what nobody typed. */
const hiddenFields = ['token', 'form', 'step', 'digest', 'change', 'key']

/** A form holds little beside a manifest. */
export const limitForm = bodyLimit({
  maxSize: 2 * maxBodyBytes,
  onError: () => {
    throw tooLarge()
  },
})

/**
 * Reads the fields of a form, and files as text. Line ends are LF again, which browsers change to CRLF. Throws `UsageError` `form.invalid`
 * for anything but a form.
 */
export async function readForm(c: RequestContext): Promise<FormFields> {
  const fields: Record<string, string> = {}
  for (const [name, value] of await formData(c))
    if (fields[name] === undefined || fields[name] === '')
      fields[name] = typeof value === 'string' ? value.replaceAll('\r\n', '\n') : await fileText(value)
  if (Object.values(fields).some((value) => Buffer.byteLength(value) > maxBodyBytes)) throw tooLarge()
  const typed = Object.entries(fields).filter(([name]) => !hiddenFields.includes(name))
  c.set('typed', Object.fromEntries(typed))
  return fields
}

/** Throws `InvalidError` `form.invalid` with every issue. */
export function parseForm<Schema extends z.ZodType>(
  schema: Schema,
  fields: Readonly<Record<string, unknown>>,
): z.output<Schema> {
  const parsed = schema.safeParse(fields)
  if (parsed.success) return parsed.data
  throw new InvalidError('form.invalid', 'Not every field is valid.', {
    hint: 'Correct the listed fields and send the form again.',
    issues: issuesOf(parsed.error, fields),
  })
}

async function formData(c: RequestContext): Promise<[string, string | File][]> {
  try {
    return [...(await c.req.formData())]
  } catch (cause) {
    throw new UsageError('form.invalid', 'The body is not a form.', {
      hint: 'Send the form of the page, as multipart/form-data or application/x-www-form-urlencoded.',
      cause,
    })
  }
}

async function fileText(file: File): Promise<string> {
  if (file.size > maxBodyBytes) throw tooLarge()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
  } catch (cause) {
    throw new InvalidError('body.not-utf8', 'The file is not UTF-8 text.', {
      hint: 'Choose a JSON file.',
      cause,
    })
  }
}

const tooLarge = (): LimitError =>
  new LimitError('body.too-large', `The form is larger than ${maxBodyBytes} bytes.`, {
    hint: 'Shorten it; a command tree is usually the largest part of a manifest.',
  })
