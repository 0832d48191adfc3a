import { t } from '@cli-apps/core'
import { commandHelp, type OptionDefinitions, programHelp, versionOption } from '@cli-apps/core/command-line'
import { commonOptions } from '../command.ts'
import { commandFacts, descriptionOf, groupedCommands, summaryOf } from '../command-facts.ts'
import type { Palette } from './palette.ts'

/** Returns the help of a command in the reader's language; of the program if `command` is empty. */
export function helpText(command: string, { bold }: Palette): string {
  const facts = commandFacts[command]
  if (facts === undefined) return overview(bold)
  const about = summaryOf(command, facts)
  const options = translatedOptions(command, facts.options)
  return commandHelp(`cli-apps ${command}`, { about, usage: facts.usage, options }, bold)
}

const overview = (bold: Palette['bold']): string =>
  programHelp(
    {
      about: t(
        'help-text.program',
        'Install command-line programs for AI agents: resolved, isolated, documented as skills.',
      ),
      program: 'cli-apps',
      groups: groupedCommands(Object.keys(commandFacts)).map(({ title, members }) => ({
        title,
        commands: Object.fromEntries(members.map((name) => [name, summaryIn(name)])),
      })),
      options: {
        ...translatedOptions('', commonOptions),
        help: {
          ...commonOptions.help,
          description: t('help-text.help', 'Show this help; for a command, run: cli-apps help <command>'),
        },
        version: { ...versionOption.version, description: t('help-text.version', 'Show the version') },
      },
    },
    bold,
  )

const summaryIn = (name: string): string => {
  const facts = commandFacts[name]
  return facts === undefined ? '' : summaryOf(name, facts)
}

const translatedOptions = (command: string, options: OptionDefinitions): OptionDefinitions =>
  Object.fromEntries(
    Object.entries(options).map(([name, option]) => [
      name,
      { ...option, description: descriptionOf(command, name, option) },
    ]),
  )
