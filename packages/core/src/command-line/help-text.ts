import { t } from '../messages/t.ts'
import {
  type CommandDefinition,
  type OptionDefinition,
  type OptionDefinitions,
  usageOf,
} from './command-definition.ts'
import { displayWidth, padToWidth } from './display-width.ts'
import { wrapWords } from './wrap-words.ts'

/** Commands below one heading of a program's help. */
export interface CommandGroup {
  title: string
  /** Summaries by name. */
  commands: Readonly<Record<string, string>>
}

interface ProgramHelp {
  /** What the program does; absent in the help of a group. */
  about?: string
  /** The command line before the name of a command. */
  program: string
  groups: readonly CommandGroup[]
  options: OptionDefinitions
}

interface CommandHelp extends CommandDefinition {
  /** What the command does. */
  about: string
  /** Stands below the options. */
  notes?: readonly string[]
}

/** Lines of text are not longer. */
const columns = 100

type Emphasis = (text: string) => string
const unmarked: Emphasis = (text) => text

/** Help of a program: its commands with a line each, by what one wants to do. */
export function programHelp({ about, program, groups, options }: ProgramHelp, bold = unmarked): string {
  const width = widthOf(groups.flatMap(({ commands }) => Object.keys(commands)))
  return paragraphs([
    about === undefined ? [] : [about],
    [usageLine(`${program} ${t('help-text.program-usage', '<command> [options]')}`)],
    ...groups.map(({ title, commands }) => section(title, Object.entries(commands), { bold, width })),
    optionSection(options, bold),
  ])
}

/** Help of the command that `words` call, such as `cli-apps install`. */
export function commandHelp(
  words: string,
  { about, notes = [], ...command }: CommandHelp,
  bold = unmarked,
): string {
  const args = Object.entries(command.positionals ?? {}).map(
    ([name, text]): Row => [name.toUpperCase(), text],
  )
  return paragraphs([
    wrapWords(about.split(' '), columns),
    [usageLine(`${words} ${usageOf(command)}`.trimEnd())],
    section(t('help-text.arguments', 'Arguments:'), args, { bold }),
    optionSection(command.options, bold),
    notes,
  ])
}

/** `-y, --yes`, `    --registry URL` */
export const optionTerm = (name: string, { short, value }: OptionDefinition): string =>
  `${short === undefined ? '    ' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`

const usageLine = (words: string): string => t('help-text.usage', 'Usage: {words}', { words })

const optionSection = (options: OptionDefinitions, bold: Emphasis): string[] =>
  section(
    t('help-text.options', 'Options:'),
    Object.entries(options).map(([name, option]) => [optionTerm(name, option), option.description]),
    { bold },
  )

type Row = [term: string, meaning: string]

/** A heading with a table of two columns; nothing where there are no rows. */
function section(
  title: string,
  rows: readonly Row[],
  { bold, width = widthOf(rows.map(([term]) => term)) }: { bold: Emphasis; width?: number },
): string[] {
  if (rows.length === 0) return []
  return [bold(title), ...rows.map(([term, meaning]) => `  ${bold(padToWidth(term, width))}  ${meaning}`)]
}

const widthOf = (terms: readonly string[]): number => Math.max(...terms.map(displayWidth))

const paragraphs = (blocks: readonly (readonly string[])[]): string =>
  blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')
