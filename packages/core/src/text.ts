import * as z from 'zod'
import { t } from './messages/t.ts'
import { toLine, unseen } from './to-line.ts'

/** Text that would be treated as structure when displayed: our context tags, front matter, markup, code fences. */
const structure = /\[\/?\s*runtime context|^---|```|~~~|<\/?[a-z!]/i

const isWellFormed = (text: string): boolean => !/[\ud800-\udfff]/u.test(text)

/**
 * A string of limited length. The length is checked first, since some checks, such as parsing version ranges, would
 * take seconds on long text.
 */
export const bounded = (max: number) =>
  z.string().max(max, {
    error: () => t('text.must-have-most-characters', 'must have at most {max} characters', { max }),
    abort: true,
  })

/** One line of untrusted plain text: limited in length, printable, no markup. */
export const line = (max: number) =>
  phrase(max).refine((text) => text.trim() === text, {
    error: () => t('text.must-not-begin-end', 'must not begin or end with white space'),
  })

/** Like `line`, but surrounding white space counts, for parts of a program's output. */
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

/** One argument for a program: limited in length, without NUL, which argv cannot contain. */
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

/** Text of another program for display: shortened by `toLine`, never refused. */
export const shownLine = (max: number) => z.string().transform((text) => toLine(text, max))
