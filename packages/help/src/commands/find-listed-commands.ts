import type { Section } from '../sections/section.ts'
import type { HelpLine } from '../text/help-line.ts'
import { readCommandRow } from './command-row.ts'
import { type ListedCommand, readCommandRows } from './command-rows.ts'
import { findCalledCommands, findHelpedCommands } from './usage-commands.ts'

interface FindCommandsOptions {
  /** Words that lead to this screen: the program's name and the commands below it. */
  lead: readonly string[]
  /** The usage asks for a command. */
  takesCommand: boolean
  /** Usage lines of the screen. */
  usage?: readonly string[]
}

/**
 * Finds every command that the sections of a screen list. Aliases that yargs and clap print are removed from the
 * summaries.
 */
export function findListedCommands(
  sections: readonly Section[],
  options: FindCommandsOptions,
): ListedCommand[] {
  const announced = sections.filter(({ kind }) => kind === 'commands')
  const hasTopics = announced.length > 0 || options.takesCommand
  const explicit = withSiblings(sections, hasTopics, options.lead).flatMap((section) =>
    readSection(section, { ...options, isCommands: true }),
  )
  const positional = sections
    .filter(({ kind }) => kind === 'arguments' || kind === 'commands' || kind === 'text')
    .flatMap((section) => readBraces(section, sections, options))
  const found = [...explicit, ...positional]
  const called = findCalledCommands(sections, options.lead)
  // clipanion lists each command as a whole call below a heading of its topic, which may mention commands.
  if (found.length > 0 && (called.length <= found.length || !announced.every(isOfCalls(options.lead))))
    return found.map(withAliases)
  if (called.length > 0) return called
  const helped = findHelpedCommands(sections, options.lead)
  if (helped.length > 0) return helped
  const below = findBelowUsage(sections, options.lead)
  if (below.length > 0 || !options.takesCommand) return below.map(withAliases)
  return sections
    .filter(({ kind, title }) => kind === 'text' && !notCommands.test(title))
    .flatMap((section) => readSection(section, { ...options, isCommands: false }))
    .map(withAliases)
}

/** Whether every line at the left edge of the section calls the program itself. */
const isOfCalls =
  ([program = '']: readonly string[]) =>
  ({ lines }: Section): boolean => {
    const filled = lines.filter(({ text }) => text !== '')
    const least = Math.min(...filled.map(({ indent }) => indent))
    return filled.every(({ indent, text }) => indent > least || text.startsWith(`${program} `))
  }

const notCommands =
  /\b(topics?|guides?|tutorials?|interfaces?|formats?|protocols?|concepts?|variables?|files|file$|terms?|types?|modes?|filters?|encodings?|presets?|languages?|help|information|notes?|links?)\b/i

/**
 * Adds sections that continue the commands under headings of their own ("Undoing changes:"): same indentation, a colon,
 * and nothing but rows.
 */
function withSiblings(sections: readonly Section[], hasTopics: boolean, lead: readonly string[]): Section[] {
  const kept: Section[] = []
  let last: { section: Section; rows: RowPlaces; isEmpty: boolean } | undefined
  let isCall = false
  for (const section of withInnerTitles(sections)) {
    // A heading that is a call, and the words that it takes, stand between the rows.
    const wasCall = isCall
    isCall = section.kind === 'commands' && section.title === '' && last !== undefined
    if (isCall) kept.push(section)
    else if (wasCall && section.kind === 'other') continue
    else if (section.kind === 'commands' || (section.kind === 'topics' && hasTopics)) {
      kept.push(section)
      last = {
        section,
        rows: rowPlaces(section, lead),
        isEmpty: section.lines.every(({ text }) => text === ''),
      }
    } else if (last !== undefined && section.kind === 'text' && section.indent === last.section.indent) {
      const { rows, isEmpty } = last
      const filled = section.lines.filter(({ text }) => text !== '')
      const goesOn =
        filled.length > 0 &&
        (filled.every((line) => {
          const column = columnOf(line, lead)
          return column !== undefined && (isEmpty || rows.columns.has(column))
        }) ||
          isLikeRows(filled, rows, lead))
      if (goesOn && section.title !== '' && !notCommands.test(section.title)) kept.push(section)
      if (isEmpty && !goesOn) last = undefined
    } else last = undefined
  }
  return kept
}

/**
 * Text below a row such as `forward a connection using:` is not a heading: rows further left continue the section
 * before it.
 */
function withInnerTitles(sections: readonly Section[]): Section[] {
  const joined: Section[] = []
  for (const section of sections) {
    const { kind, title, indent, lines } = section
    const above = joined.at(-1)
    const isInner =
      above?.kind === 'text' &&
      kind === 'text' &&
      title !== '' &&
      indent > above.indent &&
      lines.some((line) => line.text !== '' && line.indent > above.indent && line.indent < indent)
    if (isInner)
      joined.splice(-1, 1, { ...above, lines: [...above.lines, { indent, text: `${title}:` }, ...lines] })
    else joined.push(section)
  }
  return joined
}

/** The columns where a section's rows and summaries begin. */
interface RowPlaces {
  indents: ReadonlySet<number>
  columns: ReadonlySet<number>
}

function rowPlaces({ lines }: Section, lead: readonly string[]): RowPlaces {
  const rows = lines.slice(0, 400).flatMap((line) => {
    const column = columnOf(line, lead)
    return column === undefined ? [] : [{ indent: line.indent, column }]
  })
  return {
    indents: new Set(rows.map(({ indent }) => indent)),
    columns: new Set(rows.map(({ column }) => column)),
  }
}

/**
 * adb: rows with the summary next to or below them, in the same column as the commands' rows. One in five lines at the
 * left may be something else, such as a name that contains a placeholder.
 */
function isLikeRows(
  filled: readonly HelpLine[],
  { indents, columns }: RowPlaces,
  lead: readonly string[],
): boolean {
  const [first] = filled
  const [column] = columns
  if (first === undefined || indents.size !== 1 || !indents.has(first.indent)) return false
  if (column === undefined || columns.size !== 1) return false
  const summaryAt = column - first.indent
  if (filled.some(({ indent }) => indent < first.indent)) return false
  const starts = filled.flatMap((line, at) => (line.indent === first.indent ? [{ line, at }] : []))
  const rows = starts.filter(({ line, at }) => {
    const row = readCommandRow(line.text, { lead, summaryColumn: summaryAt })
    if (row?.shape === 'gap') return row.summaryAt === summaryAt && row.words.length < 3
    const hasTextBelow = (filled[at + 1]?.indent ?? 0) > first.indent
    return (
      row?.shape === 'bare' && hasTextBelow && row.words.length === 1 && /^[a-z]/.test(row.words[0] ?? '')
    )
  })
  return rows.length > 0 && starts.length - rows.length <= starts.length / 5
}

/** The column where the summary of a row begins; 0 for a row that calls the program itself. */
function columnOf({ text, indent }: HelpLine, lead: readonly string[]): number | undefined {
  const row = readCommandRow(text, { lead })
  if (
    row?.shape !== 'gap' ||
    row.summaryAt === undefined ||
    !row.words.every((word) => /^[a-z\d]/.test(word))
  )
    return undefined
  const calls = lead[0] !== undefined && text.startsWith(`${lead[0]} `)
  return calls ? 0 : row.words.length === 1 ? indent + row.summaryAt : undefined
}

/** glib: rows `name [ARGUMENT]  text` below the usage, without a heading in between. */
function findBelowUsage(sections: readonly Section[], lead: readonly string[]): ListedCommand[] {
  const usage = sections.find(({ kind }) => kind === 'usage')
  const blank = usage?.lines.findIndex(({ text }, at) => text === '' && at > 0) ?? -1
  if (usage === undefined || blank < 0) return []
  const rows = readCommandRows(usage.lines.slice(blank), { lead, group: null, isCommands: false })
  return rows.length > 3 ? rows : []
}

function readSection(
  section: Section,
  { lead, isCommands }: FindCommandsOptions & { isCommands: boolean },
): ListedCommand[] {
  const group =
    /^((available |sub)?commands|topics)$/i.test(section.title) || section.title === '' ? null : section.title
  const rows = readCommandRows(section.lines, { lead, group, isCommands })
  // A single row without a heading is more likely a sentence that contains a gap.
  return isCommands || rows.length > 1 ? rows : []
}

/**
 * argparse: `{a,b}` or a metavar as a positional argument followed by `...` in the usage, with the commands' rows below
 * it, indented further.
 */
function readBraces(
  section: Section,
  sections: readonly Section[],
  { lead, usage = [] }: FindCommandsOptions,
): ListedCommand[] {
  const at = section.lines.findIndex(
    ({ text }) =>
      /^(\{[\w.:-]+(,[\w.:-]+)*\}|<?(sub-?)?commands?>?|action)(\s{2,}.*)?$/i.test(text) ||
      // A custom metavar: `usage: tool TYPE ...`.
      (/^[A-Z][A-Z_]{1,30}$/.test(text) && usage.some((line) => line.endsWith(` ${text} ...`))),
  )
  const head = section.lines[at]
  if (head === undefined) return []
  const braces = /^\{([^}]{1,4000})\}/.exec(head.text)?.[1]?.split(',')
  if (braces === undefined && section.kind !== 'arguments') return []
  const below = deeperThan(section.lines.slice(at + 1), head.indent)
  const rows = readCommandRows(below, { lead, group: null, isCommands: true })
  const listed = braces === undefined ? rows : rows.filter(({ words }) => braces.includes(words[0] ?? ''))
  if (listed.length > 0) return listed
  const goesOn = sections.some(
    ({ kind, lines }) => kind === 'usage' && lines.some(({ text }) => /\} \.\.\./.test(text)),
  )
  return braces !== undefined && goesOn
    ? braces.map((name) => ({ words: [name], aliases: [], placeholders: '', summary: '', group: null }))
    : []
}

function deeperThan(lines: readonly HelpLine[], indent: number): HelpLine[] {
  const end = lines.findIndex((line) => line.text !== '' && line.indent <= indent)
  return lines.slice(0, end < 0 ? undefined : end)
}

/** `[aliases: a, b]` at the end of a summary. */
function withAliases(command: ListedCommand): ListedCommand {
  const found = /\s*[[(]alias(?:es)?:? ([\w., -]{1,200})[\])]/i.exec(command.summary)
  if (found === null) return command
  const aliases = (found[1] ?? '').split(/, ?/).filter((alias) => /^[\w-]+$/.test(alias))
  return {
    ...command,
    aliases: [...command.aliases, ...aliases],
    summary: command.summary.replace(found[0], '').trim(),
  }
}
