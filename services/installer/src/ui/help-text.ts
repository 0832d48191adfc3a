import { t } from '@cli-apps/core'
import { commonOptions, type OptionDefinition } from '../command.ts'
import {
  type CommandFacts,
  commandFacts,
  descriptionOf,
  groupedCommands,
  summaryOf,
} from '../command-facts.ts'
import { padToWidth } from './display-width.ts'
import type { Palette } from './palette.ts'

/** Help of the program: its commands with a line each, by what one wants to do. */
export function programHelp(paint: Palette): string {
  const names = Object.keys(commandFacts)
  const row = (name: string, text: string): string => `  ${paint.bold(padToWidth(name, 12))}${text}`
  return [
    t(
      'help-text.program',
      'Install command-line programs for AI agents: resolved, isolated, documented as skills.',
    ),
    '',
    usageLine(t('help-text.program-usage', '<command> [options]')),
    ...groupedCommands(names).flatMap(({ title, members }) => [
      '',
      paint.bold(title),
      ...members.flatMap((name) => {
        const facts = commandFacts[name]
        return facts === undefined ? [] : [row(name, summaryOf(name, facts))]
      }),
    ]),
    '',
    paint.bold(optionsTitle()),
    row('--version', t('help-text.version', 'Show the version')),
    row('--help', t('help-text.help', 'Show this help; for a command, run: cli-apps help <command>')),
    row('--lang', descriptionOf('', 'lang', commonOptions.lang)),
    '',
  ].join('\n')
}

/** Help of one command. */
export function commandHelp(name: string, facts: CommandFacts, paint: Palette): string {
  const rows = Object.entries(facts.options).map(([option, spec]) => {
    const names = padToWidth(optionTerm(option, spec), 26)
    return `  ${paint.bold(names)} ${descriptionOf(name, option, spec)}`
  })
  return [
    summaryOf(name, facts),
    '',
    usageLine(`${name} ${facts.usage}`).trimEnd(),
    '',
    paint.bold(optionsTitle()),
    ...rows,
    '',
  ].join('\n')
}

const usageLine = (words: string): string => t('help-text.usage', 'Usage: cli-apps {words}', { words })

const optionsTitle = (): string => t('help-text.options', 'Options:')

/** `-y, --yes`, `    --registry URL` */
export const optionTerm = (option: string, { short, value }: OptionDefinition): string =>
  `${short === undefined ? '    ' : `-${short}, `}--${option}${value === undefined ? '' : ` ${value}`}`
