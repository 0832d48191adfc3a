import type { OptionSpec } from '../command.ts'
import { type CommandFacts, commandFacts, groupedCommands } from '../command-facts.ts'
import { padToWidth } from './display-width.ts'
import type { Palette } from './palette.ts'

export interface HelpStyle {
  paint: Palette
  translate: (text: string) => string
}

/** Help of the program: its commands with a line each, by what one wants to do. */
export function programHelp({ paint, translate }: HelpStyle): string {
  const names = Object.keys(commandFacts)
  const row = (name: string): string =>
    `  ${paint.bold(padToWidth(name, 12))}${translate(commandFacts[name]?.summary ?? '')}`
  return [
    translate('Install command-line programs for AI agents: resolved, isolated, documented as skills.'),
    '',
    `${translate('Usage:')} cli-apps ${translate('<command> [options]')}`,
    ...groupedCommands(names).flatMap(({ title, members }) => ['', heading(title), ...members.map(row)]),
    '',
    heading('Options:'),
    ...[
      ['--version', 'Show the version'],
      ['--help', 'Show this help; for a command, run: cli-apps help <command>'],
      ['--lang', 'Set the language: en or zh (default: your configuration, or the locale)'],
    ].map(([option = '', text = '']) => `  ${paint.bold(padToWidth(option, 12))}${translate(text)}`),
    '',
  ].join('\n')

  function heading(title: string): string {
    return paint.bold(translate(title))
  }
}

/** Help of one command. */
export function commandHelp(
  name: string,
  { summary, usage, options }: CommandFacts,
  { paint, translate }: HelpStyle,
): string {
  const rows = Object.entries(options).map(([option, spec]) => {
    const names = padToWidth(optionNames(option, spec), 26)
    return `  ${paint.bold(names)} ${translate(spec.description)}`
  })
  return [
    translate(summary),
    '',
    `${translate('Usage:')} cli-apps ${name} ${usage}`.trimEnd(),
    '',
    paint.bold(translate('Options:')),
    ...rows,
    '',
  ].join('\n')
}

/** `-y, --yes`, `    --registry URL` */
export const optionNames = (option: string, { short, value }: OptionSpec): string =>
  `${short === undefined ? '    ' : `-${short}, `}--${option}${value === undefined ? '' : ` ${value}`}`
