import type { HelpLine } from './clean-text.ts'
import { readCommandRow } from './command-row.ts'
import { type ListedCommand, readCommandRows } from './command-rows.ts'
import type { Section } from './section.ts'
import { findCalledCommands, findHelpedCommands } from './usage-commands.ts'

export interface FindCommandsOptions {
  /** Words that lead to this screen: the program's name and the commands below it. */
  lead: readonly string[]
  /** The usage asks for a command. */
  takesCommand: boolean
  /** Ways to call the program, as the screen gives them. */
  usage?: readonly string[]
}

/** Every command that the sections of a screen list, aliases of yargs and clap taken out of the summaries. */
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
  if (found.length > 0) return found.map(withAliases)
  const called = findCalledCommands(sections, options.lead)
  if (called.length > 0) return called
  const helped = findHelpedCommands(sections, options.lead)
  if (helped.length > 0) return helped
  const below = findBelowUsage(sections, options.lead)
  if (below.length > 0 || !options.takesCommand) return below.map(withAliases)
  return sections
    .filter(({ kind }) => kind === 'text')
    .flatMap((section) => readSection(section, { ...options, isCommands: false }))
    .map(withAliases)
}

const notCommands =
  /\b(topics?|guides?|tutorials?|interfaces?|formats?|protocols?|concepts?|variables?|files?|terms?|types?|help|information|notes?|links?)\b/i

/**
 * Sections on commands, and those that go on with them under headings of their own ("Undoing changes:"): same
 * indentation, colon, and nothing in them but rows.
 */
function withSiblings(sections: readonly Section[], hasTopics: boolean, lead: readonly string[]): Section[] {
  const kept: Section[] = []
  let last: { section: Section; columns: ReadonlySet<number>; isEmpty: boolean } | undefined
  for (const section of sections) {
    if (section.kind === 'commands' || (section.kind === 'topics' && hasTopics)) {
      kept.push(section)
      last = {
        section,
        columns: new Set(section.lines.slice(0, 400).flatMap((line) => columnOf(line, lead) ?? [])),
        isEmpty: section.lines.every(({ text }) => text === ''),
      }
    } else if (last !== undefined && section.kind === 'text' && section.indent === last.section.indent) {
      const { columns, isEmpty } = last
      const filled = section.lines.filter(({ text }) => text !== '')
      const goesOn =
        filled.length > 0 &&
        filled.every((line) => {
          const column = columnOf(line, lead)
          return column !== undefined && (isEmpty || columns.has(column))
        })
      if (goesOn && section.title !== '' && !notCommands.test(section.title)) kept.push(section)
      if (isEmpty && !goesOn) last = undefined
    } else last = undefined
  }
  return kept
}

/** Column of the screen at which the summary of a row begins; 0 for a row that calls the program itself. */
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

/** glib: rows `name [ARGUMENT]  text` below the usage, with no heading between. */
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
  // One row without an announcing heading is more likely a sentence with a gap in it.
  return isCommands || rows.length > 1 ? rows : []
}

/** argparse: `{a,b}` or a metavar as a positional whose usage goes on with `...`, the commands' rows below it and deeper. */
function readBraces(
  section: Section,
  sections: readonly Section[],
  { lead, usage = [] }: FindCommandsOptions,
): ListedCommand[] {
  const at = section.lines.findIndex(
    ({ text }) =>
      /^(\{[\w.:-]+(,[\w.:-]+)*\}|<?(sub-?)?commands?>?|action)(\s{2,}.*)?$/i.test(text) ||
      // A metavar of one's own: `usage: tool TYPE ...`.
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
