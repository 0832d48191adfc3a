import { t, translated } from '@cli-apps/core'
import type { OptionDefinition } from '@cli-apps/core/command-line'
import type { Command } from './command.ts'
import index from './command-index.json' with { type: 'json' }

/** What help and shells need to know of a command without loading it. */
export type CommandFacts = Pick<Command, 'summary' | 'usage' | 'options' | 'completes' | 'passesArguments'>

/** Every command by name, as `npm run docs` wrote it down. */
export const commandFacts = index as unknown as Readonly<Record<string, CommandFacts>>

/** What a command does, in the reader's language. */
export const summaryOf = (name: string, { summary }: Pick<CommandFacts, 'summary'>): string =>
  translated(`command.${name}`, summary)

/** What an option of a command does. One that several commands share word for word is translated once, as `option.NAME`. */
export const descriptionOf = (command: string, option: string, { description }: OptionDefinition): string =>
  translated(`command.${command}.${option}`, translated(`option.${option}`, description))

/** Headings of the program's help, and the commands below them; what stands in none comes last. */
const commandGroups: readonly { title: () => string; members: readonly string[] }[] = [
  {
    title: () => t('command-facts.find', 'Find and use:'),
    members: [
      'search',
      'info',
      'list',
      'run',
      'x',
      'inspect',
      'playbook',
      'skill',
      'tools',
      'runs',
      'jobs',
      'service',
      'mcp',
    ],
  },
  {
    title: () => t('command-facts.change', 'Change:'),
    members: ['install', 'adopt', 'uninstall', 'update', 'ci', 'lock', 'pin'],
  },
  {
    title: () => t('command-facts.check', 'Check:'),
    members: ['outdated', 'audit', 'sbom', 'verify', 'doctor'],
  },
  {
    title: () => t('command-facts.set-up', 'Set up:'),
    members: [
      'init',
      'connect',
      'disconnect',
      'env',
      'grant',
      'revoke',
      'shim',
      'trust',
      'config',
      'cache',
      'completion',
    ],
  },
  {
    title: () => t('command-facts.publish', 'Publish:'),
    members: [
      'new',
      'validate',
      'try',
      'publish',
      'yank',
      'unyank',
      'deprecate',
      'tag',
      'unpublish',
      'restore',
      'owners',
      'publishers',
      'history',
      'login',
      'logout',
      'whoami',
    ],
  },
]

/** The groups with the commands that there are. */
export function groupedCommands(names: readonly string[]): { title: string; members: readonly string[] }[] {
  const grouped = commandGroups.flatMap(({ members }) => members)
  const others = {
    title: () => t('command-facts.others', 'Others:'),
    members: names.filter((name) => !grouped.includes(name)),
  }
  return [...commandGroups, others]
    .map(({ title, members }) => ({
      title: title(),
      members: members.filter((name) => names.includes(name)),
    }))
    .filter(({ members }) => members.length > 0)
}
