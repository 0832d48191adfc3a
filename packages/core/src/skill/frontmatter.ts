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

/** Renders front matter with its fences; every value is quoted so that strict YAML parsers read it as a string. */
export function renderFrontmatter(value: Frontmatter): string {
  const { name, metadata, ...texts } = checkFrontmatter(value)
  const lines = ['---', `name: ${name}`]
  for (const [key, text] of Object.entries(texts))
    if (text !== undefined) lines.push(`${key}: ${quote(text)}`)
  const entries = Object.entries(metadata ?? {})
  if (entries.length > 0) lines.push('metadata:', ...entries.map(([key, text]) => `  ${key}: ${quote(text)}`))
  return [...lines, '---', ''].join('\n')
}

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** Throws `InvalidError` `skill.invalid` with every issue. */
export function checkFrontmatter(value: unknown): Frontmatter {
  const parsed = Frontmatter.safeParse(value)
  if (parsed.success) return parsed.data
  throw invalidFrontmatter(issuesOf(parsed.error, value))
}

export const invalidFrontmatter = (issues: Issue[]): InvalidError =>
  new InvalidError('skill.invalid', t('skill.invalid', 'The front matter of the skill is not valid.'), {
    hint: t(
      'skill.invalid.hint',
      'See the Agent Skills specification: name, description, license, compatibility, allowed-tools, metadata.',
    ),
    issues,
  })
