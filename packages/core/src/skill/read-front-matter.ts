import { isMap, isScalar, LineCounter, parseDocument } from 'yaml'
import { t } from '../messages/t.ts'
import { toLine } from '../to-line.ts'
import { checkFrontmatter, type Frontmatter, invalidFrontmatter } from './frontmatter.ts'

/** A field of front matter with its line number in the file. */
export interface FrontField {
  key: string
  value: unknown
  line: number
}

export interface FrontMatter {
  fields: FrontField[]
  /** Why it cannot be parsed; absent if it can. */
  problem?: { message: string; line: number }
  /** The text below it, and the number of lines above that. */
  body: string
  offset: number
}

interface SkillDocument {
  frontmatter: Frontmatter
  /** Everything below the front matter. */
  body: string
}

/** Longer front matter is not genuine. */
const maxLength = 20_000

/** Parses the front matter of a SKILL.md as YAML 1.2; problems are returned, not thrown. */
export function readFrontMatter(text: string): FrontMatter {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/)
  if (lines[0]?.trimEnd() !== '---')
    return {
      ...broken(t('front-matter.does-not-begin-first', 'does not begin with --- on its first line'), 1),
      body: text,
      offset: 0,
    }
  const end = lines.findIndex((line, at) => at > 0 && line.trimEnd() === '---')
  if (end < 0)
    return {
      ...broken(
        t('front-matter.has-front-matter-does', 'has front matter that does not end: no line of --- follows'),
        1,
      ),
      body: text,
      offset: 0,
    }
  const rest = { body: lines.slice(end + 1).join('\n'), offset: end + 1 }
  const source = lines.slice(1, end).join('\n')
  if (source.length > maxLength)
    return {
      ...broken(
        t('front-matter.has-front-matter-characters', 'has front matter of {count} characters', {
          count: source.length,
        }),
        1,
      ),
      ...rest,
    }
  return { ...readMapping(source), ...rest }
}

/**
 * Parses a SKILL.md whose front matter holds what the specification allows and nothing else. Throws `InvalidError`
 * `skill.invalid` with every issue.
 */
export function parseFrontmatter(text: string): SkillDocument {
  const { fields, problem, body } = readFrontMatter(text)
  if (problem !== undefined)
    throw invalidFrontmatter([
      { path: '', message: t('frontmatter.problem', 'line {line} {message}', { ...problem }) },
    ])
  const values = fields.map(({ key, value }) => [key, typeof value === 'string' ? value.trim() : value])
  return { frontmatter: checkFrontmatter(Object.fromEntries(values)), body }
}

const broken = (message: string, line: number): Pick<FrontMatter, 'fields' | 'problem'> => ({
  fields: [],
  problem: { message, line },
})

function readMapping(source: string): Pick<FrontMatter, 'fields' | 'problem'> {
  const counter = new LineCounter()
  const document = parseDocument(source, { lineCounter: counter, stringKeys: true, logLevel: 'silent' })
  const lineAt = (offset: number | undefined): number => counter.linePos(offset ?? 0).line + 1
  const [error] = document.errors
  if (error !== undefined) {
    const why = toLine(error.message.split('\n')[0]?.replace(/ at line.*$/, '') ?? '', 160)
    return broken(
      t('front-matter.has-front-matter-not', 'has front matter that is not valid YAML: {why}', { why }),
      lineAt(error.pos[0]),
    )
  }
  if (!isMap(document.contents))
    return broken(t('front-matter.has-front-matter-without', 'has front matter without a single field'), 1)
  try {
    const values = document.toJS({ maxAliasCount: 20 }) as Record<string, unknown>
    const fields = document.contents.items.flatMap(({ key }): FrontField[] =>
      isScalar(key)
        ? [{ key: String(key.value), value: values[String(key.value)], line: lineAt(key.range?.[0]) }]
        : [],
    )
    return { fields }
  } catch {
    return broken(t('front-matter.has-front-matter-circular', 'has front matter with circular aliases'), 1)
  }
}
