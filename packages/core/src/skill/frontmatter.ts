import * as z from 'zod'
import { InvalidError, type Issue } from '../errors/errors.ts'
import { issuesOf } from '../errors/issues.ts'
import { t } from '../messages/t.ts'

const scalar = (max: number) =>
  z
    .string()
    .min(1, { error: () => t('frontmatter.not-empty', 'must not be empty') })
    .max(max, {
      error: () => t('frontmatter.have-most-characters', 'must have at most {max} characters', { max }),
    })
    .refine((text) => !text.includes('---'), {
      error: () => t('frontmatter.not-contain-which', 'must not contain ---, which ends the front matter'),
    })
    .refine((text) => !/[\p{Cc}\u2028\u2029]/u.test(text), {
      error: () => t('frontmatter.one-line-without', 'must be one line without control characters'),
    })

/** The front matter of a SKILL.md according to the Agent Skills specification: these keys and no others. */
export const Frontmatter = z.strictObject({
  name: z
    .string()
    .max(64)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, {
      error: () =>
        t('frontmatter.lower-case-letters', 'must be lower case letters, digits and single hyphens'),
    }),
  description: scalar(1024).describe('What the skill does and when to use it'),
  license: scalar(500).optional(),
  compatibility: scalar(500).optional(),
  'allowed-tools': scalar(1000).optional(),
  metadata: z.record(z.string().regex(/^[A-Za-z0-9_.-]{1,64}$/), scalar(1024)).optional(),
})
export type Frontmatter = z.infer<typeof Frontmatter>

export interface SkillDocument {
  frontmatter: Frontmatter
  /** Everything below the front matter. */
  body: string
}

/** Renders front matter with its fences; every value is quoted so that strict YAML parsers read it as a string. */
export function renderFrontmatter(value: Frontmatter): string {
  const { name, metadata, ...texts } = check(value)
  const lines = ['---', `name: ${name}`]
  for (const [key, text] of Object.entries(texts))
    if (text !== undefined) lines.push(`${key}: ${quote(text)}`)
  const entries = Object.entries(metadata ?? {})
  if (entries.length > 0) lines.push('metadata:', ...entries.map(([key, text]) => `  ${key}: ${quote(text)}`))
  return [...lines, '---', ''].join('\n')
}

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`

/**
 * Parses a SKILL.md. Values are plain or quoted, one line each. Throws `InvalidError` `skill.invalid` with every issue.
 */
export function parseFrontmatter(text: string): SkillDocument {
  const source = text.replaceAll('\r\n', '\n')
  if (!source.startsWith('---\n'))
    throw invalid([
      { path: '', message: t('frontmatter.begin-first-line', 'must begin with --- on the first line') },
    ])
  const end = source.indexOf('---', 4)
  if (end < 0)
    throw invalid([
      { path: '', message: t('frontmatter.no-that-ends', 'has no --- that ends the front matter') },
    ])
  const body = source.slice(end + 3).replace(/^[^\n]*\n?/, '')
  return { frontmatter: check(readMapping(source.slice(4, end).split('\n'))), body }
}

function check(value: unknown): Frontmatter {
  const parsed = Frontmatter.safeParse(value)
  if (parsed.success) return parsed.data
  throw invalid(issuesOf(parsed.error, value))
}

const invalid = (issues: Issue[]): InvalidError =>
  new InvalidError('skill.invalid', t('skill.invalid', 'The front matter of the skill is not valid.'), {
    hint: t(
      'skill.invalid.hint',
      'See the Agent Skills specification: name, description, license, compatibility, allowed-tools, metadata.',
    ),
    issues,
  })

function readMapping(lines: readonly string[]): Record<string, unknown> {
  const found: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  let inner: Record<string, string> | undefined
  for (const line of lines) {
    if (line.trim() === '' || line.trimStart().startsWith('#')) continue
    const entry = /^( *)([A-Za-z0-9_.-]{1,64}):(?: +(.*))?$/.exec(line)
    if (entry === null)
      throw invalid([
        {
          path: '',
          message: t('frontmatter.not-key-value', '{line} is not "key: value"', {
            line: JSON.stringify(line),
          }),
        },
      ])
    const [, indent = '', key = '', text = ''] = entry
    const target = indent === '' ? found : inner
    if (target === undefined || Object.hasOwn(target, key))
      throw invalid([
        {
          path: key,
          message:
            target === undefined
              ? t('frontmatter.indented-below-nothing', 'is indented below nothing')
              : t('frontmatter.stands-there-twice', 'stands there twice'),
        },
      ])
    if (indent === '') inner = undefined
    if (text.trim() === '' && indent === '') {
      inner = {}
      found[key] = inner
    } else target[key] = readScalar(text.trim(), key)
  }
  return { ...found }
}

function readScalar(text: string, key: string): string {
  if (/^'(?:[^']|'')*'$/.test(text)) return text.slice(1, -1).replaceAll("''", "'")
  if (text.startsWith('"')) {
    try {
      return z.string().parse(JSON.parse(text))
    } catch (cause) {
      throw new InvalidError(
        'skill.invalid',
        t('skill.invalid.value-not-quoted', 'The value of {key} is not a quoted text.', { key }),
        { cause },
      )
    }
  }
  if (/^[[{&*!|>%@`'"]|: | #/.test(text))
    throw invalid([
      {
        path: key,
        message: t('frontmatter.quoted-plain-text', 'must be quoted or a plain text on one line'),
      },
    ])
  return text
}
