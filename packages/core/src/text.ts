import * as z from 'zod'
import { t } from './messages/t.ts'
import { toLine, unseen } from './to-line.ts'

/** Text that would be taken for structure where it is shown: our context tags, front matter, markup, code fences. */
const structure = /\[\/?\s*runtime context|^---|```|~~~|<\/?[a-z!]/i

const isWellFormed = (text: string): boolean => !/[\ud800-\udfff]/u.test(text)

/**
 * A string that is too long is refused before any other check reads it: some of them, such as the parser of version ranges,
 * would take seconds.
 */
export const bounded = (max: number) =>
  z.string().max(max, {
    error: () => t('text.must-have-most-characters', 'must have at most {max} characters', { max }),
    abort: true,
  })

/** One line of untrusted plain text: bounded, visible, no markup. */
export const line = (max: number) =>
  phrase(max).refine((text) => text.trim() === text, {
    error: () => t('text.must-not-begin-end', 'must not begin or end with white space'),
  })

/** As `line`, and white space at its ends counts: part of what a program prints. */
export const phrase = (max: number) =>
  bounded(max)
    .min(1, { error: () => t('text.must-not-empty', 'must not be empty') })
    .refine((text) => isWellFormed(text) && !unseen.test(text), {
      error: () =>
        t(
          'text.must-one-line-without',
          'must be one line without invisible, control or bidirectional characters',
        ),
    })
    .refine((text) => !structure.test(text), {
      error: () =>
        t(
          'text.must-plain-text-no',
          'must be plain text: no markup, code fence, front matter or Runtime Context tag',
        ),
    })

/** One argument for a program: bounded, and free of the NUL that no argv can carry. */
export const Argument = bounded(4000).refine((text) => isWellFormed(text) && !text.includes('\0'), {
  error: () => t('grants-file.text-without-nul', 'must be text without NUL'),
})

export const HttpsUrl = bounded(2000)
  .refine(isPlainHttpsUrl, {
    error: () =>
      t(
        'text.https-url-without',
        'must be an https URL without user name, password, spaces or fragment tricks',
      ),
  })
  .meta({ format: 'uri', pattern: '^https://' })

function isPlainHttpsUrl(text: string): boolean {
  if (!text.startsWith('https://') || /[\s\\"<>`]/.test(text) || unseen.test(text) || !URL.canParse(text))
    return false
  const url = new URL(text)
  return url.username === '' && url.password === '' && url.hostname !== ''
}

/** Text of another program that is shown to people: shortened by `toLine`, never refused. */
export const shownLine = (max: number) => z.string().transform((text) => toLine(text, max))
