import type { HelpLine } from './clean-text.ts'
import { type ListedCommand, readCommandRows } from './command-rows.ts'
import type { Section } from './section.ts'

export interface FindCommandsOptions {
  /** Words that lead to this screen: the program's name and the commands below it. */
  lead: readonly string[]
  /** The usage asks for a command. */
  takesCommand: boolean
}

/** Every command that the sections of a screen list, aliases of yargs and clap taken out of the summaries. */
export function findListedCommands(
  sections: readonly Section[],
  options: FindCommandsOptions,
): ListedCommand[] {
  const announced = sections.filter(({ kind }) => kind === 'commands')
  const hasTopics = announced.length > 0 || options.takesCommand
  const explicit = sections
    .filter(({ kind }) => kind === 'commands' || (kind === 'topics' && hasTopics))
    .flatMap((section) => readSection(section, { ...options, isCommands: true }))
  const positional = sections
    .filter(({ kind }) => kind === 'arguments' || kind === 'commands' || kind === 'text')
    .flatMap((section) => readBraces(section, sections, options))
  const found = [...explicit, ...positional]
  if (found.length > 0 || !options.takesCommand) return found.map(withAliases)
  return sections
    .filter(({ kind }) => kind === 'text')
    .flatMap((section) => readSection(section, { ...options, isCommands: false }))
    .map(withAliases)
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
  { lead }: FindCommandsOptions,
): ListedCommand[] {
  const at = section.lines.findIndex(({ text }) =>
    /^(\{[\w.:-]+(,[\w.:-]+)*\}|<?(sub-?)?commands?>?|action)(\s{2,}.*)?$/i.test(text),
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
