import { type CommandArgument, type CommandNode, type CommandOption, emptyCommand } from '../command-tree.ts'
import type { ListedCommand } from '../commands/command-rows.ts'
import { findListedCommands } from '../commands/find-listed-commands.ts'
import { findManCommands } from '../commands/find-man-commands.ts'
import { nestCommands } from '../commands/nest-commands.ts'
import { findDefinedCommands, findUsageCommands } from '../commands/usage-commands.ts'
import { mergeOptions } from '../options/merge-options.ts'
import { readOptionRows } from '../options/option-rows.ts'
import { isManPage, splitManPage } from '../sections/man-page.ts'
import { type Section, splitSections } from '../sections/section.ts'
import { cleanText } from '../text/clean-text.ts'
import type { HelpLine } from '../text/help-line.ts'
import { withOwnName } from '../text/own-name.ts'
import { readArgumentRows } from '../usage/argument-rows.ts'
import { optionsInBrackets, readUsage, type Usage } from '../usage/usage.ts'
import { readExamples } from './examples.ts'
import { readOwnAliases } from './own-aliases.ts'
import { readSummary } from './summary.ts'

export interface ParseHelpOptions {
  /** Name of the program, or of the command below it. */
  name: string
  /** Words before the command, starting with the program's name; required for a command below the root. */
  parents?: readonly string[]
}

/**
 * Parses one help screen of any program into one command. Listed subcommands contain only name, aliases and summary.
 * Unreadable parts are skipped and counted in `warnings`; time is linear in the text.
 */
export function parseHelp(text: string, { name, parents = [] }: ParseHelpOptions): CommandNode {
  const { lines: shown, warnings } = cleanText(text)
  const lead = [...parents, name]
  const lines = withOwnName(shown, lead)
  const isManual = isManPage(lines)
  const sections = isManual ? splitManPage(lines, lead[0] ?? name) : splitSections(lines, lead[0])
  const usage = usageOf(sections, lead)
  const { options, unread } = optionsOf(isManual ? withoutDeepRows(sections) : sections, usage)
  const listed = commandsOf(sections, usage, { lead, isManual })
  const node = emptyCommand(name)
  node.usage = usage.lines.map((line) => withoutFolder(line, lead[0] ?? name))
  node.summary = readSummary(sections, lead)
  node.aliases = readOwnAliases(sections, lead)
  node.options = options
  node.commands = nestCommands(listed)
  node.arguments = argumentsOf(sections, usage, node).filter(({ name: slot }) => !isCommandSlot(slot, node))
  node.examples = readExamples(sections, lead[0] ?? name)
  node.warnings = warnings
  if (unread > 0) node.warnings.push(`${unread} lines that begin like an option could not be read.`)
  return node
}

/** Removes the path by which the program was started, which is specific to this machine. */
function withoutFolder(line: string, program: string): string {
  const [first = ''] = line.split(' ', 1)
  return first.endsWith(`/${program}`) ? program + line.slice(first.length) : line
}

function usageOf(sections: readonly Section[], lead: readonly string[]): Usage {
  const [program = ''] = lead
  const lines: HelpLine[] = sections
    .filter(({ kind }) => kind === 'usage')
    .flatMap((section) => [...section.lines, { indent: 0, text: '' }])
  return readUsage(lines.length > 0 ? lines : unheadedUsage(sections, lead), program, lead)
}

/** Without a usage heading, returns the opening lines that call the program with placeholders, or this very command. */
function unheadedUsage(sections: readonly Section[], lead: readonly string[]): HelpLine[] {
  const [program = ''] = lead
  const call = lead.length > 1 ? lead.join(' ') : undefined
  return sections
    .filter(({ title }) => title === '')
    .flatMap(({ lines }) =>
      lines.map((line) => ({ ...line, text: line.text.replace(/^[^\p{L}\d]{1,3} /u, '') })),
    )
    .filter(
      ({ text }) =>
        text === call ||
        (text.startsWith(`${program} `) && / {1,2}([<[]|[A-Z]{3})/.test(text) && !/ {3,}/.test(text)),
    )
    .slice(0, 5)
}

/** Commands that the screen lists; otherwise those that distinguish its usage lines. */
function commandsOf(
  sections: readonly Section[],
  usage: Usage,
  { lead, isManual }: { lead: readonly string[]; isManual: boolean },
): ListedCommand[] {
  const { takesCommand } = usage
  const called = findUsageCommands(sections, usage.lines, lead)
  const listed = !isManual
    ? findListedCommands(sections, { lead, takesCommand, usage: usage.lines })
    : takesCommand || called.length > 0
      ? findManCommands(sections, lead)
      : []
  if (listed.length > 0) return listed
  return called.length > 0 ? called : findDefinedCommands(sections, usage.lines)
}

const withoutRows: ReadonlySet<Section['kind']> = new Set(['usage', 'examples', 'other'])

/**
 * In a manual page, rows of options below a command or deeper than the text around them belong to that command or to an
 * explanation, not to the program.
 */
function withoutDeepRows(sections: readonly Section[]): readonly Section[] {
  const isWithRows = ({ lines }: Section): boolean => lines.some(({ text }) => /^--?[A-Za-z]/.test(text))
  const kept = sections.filter(({ kind, lines }) => {
    if (kind === 'commands') return false
    if (kind !== 'text') return true
    const least = (wanted: readonly HelpLine[]): number => Math.min(...wanted.map(({ indent }) => indent))
    const filled = lines.filter(({ text }) => text !== '')
    return least(filled) === least(filled.filter(({ text }) => /^--?[A-Za-z]/.test(text)))
  })
  return kept.some((section) => !withoutRows.has(section.kind) && isWithRows(section)) ? kept : sections
}

function optionsOf(sections: readonly Section[], usage: Usage): { options: CommandOption[]; unread: number } {
  const read = sections
    .filter(({ kind }) => !withoutRows.has(kind))
    .map((section) =>
      readOptionRows(section.lines, {
        group: groupOf(section.title),
        isOptions: section.kind === 'options',
        isCommands: section.kind === 'commands',
      }),
    )
  const inRows = read.flatMap(({ options }) => options)
  const inBrackets = sections
    .filter(({ kind }) => kind === 'options')
    .flatMap(({ lines }) => optionsInBrackets(lines))
  return {
    options: mergeOptions(inRows, [...usage.options, ...inBrackets]),
    unread: read.reduce((sum, { unread }) => sum + unread, 0),
  }
}

/** Positional arguments of the usage, then those that appear only in the section on arguments. */
function argumentsOf(
  sections: readonly Section[],
  usage: Usage,
  { commands }: CommandNode,
): CommandArgument[] {
  const called = new Set(commands.flatMap(({ name, aliases }) => [name, ...aliases]))
  const inUsage = (commands.length > 0 || usage.takesCommand ? usage.arguments : usage.allArguments).filter(
    ({ name }) => !called.has(usage.below.get(name) ?? ''),
  )
  const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\d]/gu, '')
  const known = new Set(inUsage.map(({ name }) => plain(name)))
  const rows = sections
    .filter(({ kind }) => kind === 'arguments')
    .flatMap(({ lines }) => readArgumentRows(lines))
  return [...inUsage, ...rows.filter(({ name }) => !known.has(plain(name)))]
}

/** The heading "Options" is not a group. */
const groupOf = (title: string): string | null =>
  title === '' || /^(available )?(options?|flags)$/i.test(title) ? null : title

const isCommandSlot = (name: string, node: CommandNode): boolean =>
  node.commands.length > 0 && /commands?$|^(sub-)?action$|^args?$/i.test(name)
