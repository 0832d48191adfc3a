import { readOptionSpec } from '../options/option-spec.ts'
import type { HelpLine } from '../text/help-line.ts'

type SectionKind = 'text' | 'usage' | 'commands' | 'topics' | 'options' | 'arguments' | 'examples' | 'other'

/** A heading and the lines below it. The first section of a screen has no title. */
export interface Section {
  kind: SectionKind
  title: string
  indent: number
  lines: HelpLine[]
}

const maxTitleLength = 90
/** Every heading is compared with those above it, so their number is limited; later text belongs to the last one. */
const maxSections = 1_500

const kinds: readonly [RegExp, SectionKind][] = [
  [/^(usage|synopsis|syntax)\b/i, 'usage'],
  [/\bexamples?\b|^getting started/i, 'examples'],
  [/help topics|environment|exit (status|code)|see also|^(authors?|copyright|learn more|license)$/i, 'other'],
  [/^(topics|groups|objects?|available (services|topics|groups|plugins))$/i, 'topics'],
  [/^(positional )?arguments?$|^(positional arguments?|positionals?|args|operands)$/i, 'arguments'],
  [/\b(options?|flags?|switches|settings|parameters)\b(?! commands)/i, 'options'],
  [/\b(sub-?commands?|commands|actions|verbs|sub-?groups)\b/i, 'commands'],
  [/\bcommands? (is|are|can be) one of\b/i, 'commands'],
  [/^(currently )?(defined|available|built-?in) (functions|applets)$/i, 'commands'],
  [/^(verb|command) list$/i, 'commands'],
]

/** What a heading announces; `text` for an unknown heading. */
export const kindOfTitle = (title: string): SectionKind =>
  kinds.find(([pattern]) => pattern.test(title))?.[1] ?? 'text'

/**
 * Splits a screen at its headings; a line that calls the program is not a heading. An unknown heading below a known one
 * has that one's kind.
 */
export function splitSections(shown: readonly HelpLine[], program = ''): Section[] {
  const lines = withRuledHeadings(shown)
  let current: Section = { kind: 'text', title: '', indent: -1, lines: [] }
  const sections = [current]
  const next = nextTexts(lines)
  lines.forEach((line, at) => {
    if (line.text === '' || sections.length > maxSections) {
      current.lines.push(line)
      return
    }
    const inline = /^(usage|synopsis)\s*:\s*(\S.*)$/i.exec(line.text) ?? /^(USAGE)\s+(\S.*)$/.exec(line.text)
    if (inline !== null && line.indent <= 8) {
      const rest = inline[2] ?? ''
      const indent = line.indent + line.text.length - rest.length
      current = { kind: 'usage', title: 'Usage', indent: line.indent, lines: [{ indent, text: rest }] }
      sections.push(current)
      return
    }
    const called = current.kind === 'examples' ? undefined : findCallHeading(line, program)
    if (called !== undefined) {
      sections.push({ kind: 'commands', title: '', indent: line.indent, lines: [called] })
      current = { kind: 'other', title: called.title, indent: line.indent, lines: [] }
      sections.push(current)
      return
    }
    const heading = findHeading(lines, at, { next: next[at], section: current, program })
    if (heading !== undefined) {
      current = {
        kind: inherited(heading, line.indent, sections),
        title: heading,
        indent: line.indent,
        lines: [],
      }
      sections.push(current)
      return
    }
    if (current.kind === 'examples' && line.indent <= current.indent && readOptionSpec(line.text)?.isRow) {
      // Examples within one option's description: the rows continue after them.
      const { title, indent } = sections.findLast(({ kind }) => kind === 'options') ?? current
      current = { kind: 'options', title, indent, lines: [] }
      sections.push(current)
    }
    const begun = current.kind === 'usage' && beginsNames(line, next[at])
    if (begun || (current.kind === 'usage' && endsUsage(line, at, { lines, section: current }))) {
      current = { kind: begun ? 'commands' : 'text', title: '', indent: line.indent, lines: [] }
      sections.push(current)
    }
    current.lines.push(line)
  })
  return sections
}

function nextTexts(lines: readonly HelpLine[]): (HelpLine | undefined)[] {
  const next: (HelpLine | undefined)[] = new Array(lines.length)
  let seen: HelpLine | undefined
  for (let at = lines.length - 1; at >= 0; at--) {
    next[at] = seen
    if (lines[at]?.text !== '') seen = lines[at]
  }
  return next
}

function inherited(title: string, indent: number, sections: readonly Section[]): SectionKind {
  const own = kindOfTitle(title)
  if (own !== 'text') return own
  const parent = sections.findLast((section) => section.indent < indent && section.title !== '')
  const last = sections.at(-1)
  return parent !== undefined &&
    (parent.kind === 'commands' || parent.kind === 'options') &&
    last !== undefined
    ? parent.kind
    : 'text'
}

/** agent-browser: `Mouse:  tool mouse <action>` above the words that it takes. Returned as a row of a list. */
function findCallHeading(
  { text, indent }: HelpLine,
  program: string,
): (HelpLine & { title: string }) | undefined {
  const [, title = '', call = ''] = /^(\p{Lu}[^:]{1,40}): {2,}(\S.{1,200})$/u.exec(text) ?? []
  if (program === '' || !call.startsWith(`${program} `)) return undefined
  return { title, indent: indent + 2, text: `${call.slice(program.length + 1)}  ${title}` }
}

const dashedName = /^[a-z][\w-]*(?: {2,}| )--? \S/

/** mutool: rows `name -- text` right below the usage, without a heading. */
const beginsNames = (line: HelpLine, next: HelpLine | undefined): boolean =>
  dashedName.test(line.text) && next?.indent === line.indent && dashedName.test(next.text)

/** After an inline usage, the description or rows may begin without a heading. */
function endsUsage(
  line: HelpLine,
  at: number,
  { lines, section }: { lines: readonly HelpLine[]; section: Section },
): boolean {
  const spec = readOptionSpec(line.text)
  if (spec?.isRow) return true
  const afterBlank = lines[at - 1]?.text === ''
  const first = section.lines.find(({ text }) => text !== '')
  return afterBlank && first !== undefined && line.indent < first.indent
}

interface Place {
  next: HelpLine | undefined
  section: Section
  program: string
}

/** Treats `Commands` above `--------`, and `=== Commands`, like headings that end with a colon. */
function withRuledHeadings(lines: readonly HelpLine[]): readonly HelpLine[] {
  const isRule = ({ text }: HelpLine): boolean => /^([-=~])\1{2,80}$/.test(text)
  return lines.map((line, at) => {
    const next = lines[at + 1]
    const above = lines[at - 1]
    const isTitle = /^\p{L}[^:]{0,60}$/u.test(line.text) && !/ {2}/.test(line.text)
    if (isTitle && next !== undefined && isRule(next) && next.indent === line.indent)
      return { ...line, text: `${line.text}:` }
    const marked = /^={2,4} (\p{L}[^=:]{0,60})(?: =+)?$/u.exec(line.text)?.[1]
    if (marked !== undefined) return { ...line, text: `${marked}:` }
    return isRule(line) && above !== undefined && /^\p{L}/u.test(above.text) ? { ...line, text: '' } : line
  })
}

function findHeading(
  lines: readonly HelpLine[],
  at: number,
  { next, section, program }: Place,
): string | undefined {
  const line = lines[at]
  if (line === undefined || next === undefined) return undefined
  const title = titleOf(line.text)
  if (title === undefined || isCall(title, program)) return undefined
  const rows = section.kind === 'options' || section.kind === 'commands' || section.kind === 'arguments'
  const first = rows ? section.lines.find(({ text }) => text !== '') : undefined
  if (first !== undefined && line.indent > first.indent) return undefined
  const hasColon = line.text.endsWith(':')
  // argparse: a metavar on its own line, its commands or text below it.
  if (
    section.kind === 'arguments' &&
    line.indent > section.indent &&
    !hasColon &&
    kindOfTitle(title) === 'text'
  )
    return undefined
  const afterBlank = at === 0 || lines[at - 1]?.text === ''
  const known = kindOfTitle(title) !== 'text'
  const deeper = next.indent > line.indent
  const words = title.split(' ').length
  if (known && words <= 6 && !/[.!?]$/.test(title) && (hasColon || isUpperCase(title) || afterBlank))
    return deeper || (afterBlank && next.indent === line.indent) || hasColon ? title : undefined
  if (known && (hasColon || afterBlank) && deeper) return title
  if (!deeper || (first !== undefined && line.indent === first.indent && !hasColon)) return undefined
  if (hasColon || isUpperCase(title)) return title
  return afterBlank && words <= 8 && !/[.!?;,]$/.test(line.text) ? title : undefined
}

/** A row that calls the program; git-lfs calls itself `git lfs`. */
const isCall = (title: string, program: string): boolean =>
  program !== '' && (title.startsWith(`${program} `) || title.startsWith(`${program.replaceAll('-', ' ')} `))

function titleOf(text: string): string | undefined {
  const plain = text.replace(/^<((?:sub-?)?commands?)>(?= (?:is|are|can be) )/i, '$1')
  if (plain.length > maxTitleLength || /^[-+<{[$`"'#|]/.test(plain)) return undefined
  const title = plain
    .replace(/^[─━═=*#\s]+|[─━═=*\s]+$/gu, '')
    .replace(/\s*:$/, '')
    .replace(/ \([^()]*\)$/, '')
    .replace(/<((?:sub-?)?commands?)>/i, '$1')
  if (title === '' || / {2}|[<>[\]{}=]|: | --/.test(title) || !/\p{L}/u.test(title)) return undefined
  return title
}

const isUpperCase = (title: string): boolean => /\p{Lu}{2}/u.test(title) && title === title.toUpperCase()
