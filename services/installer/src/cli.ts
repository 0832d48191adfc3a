import { parseArgs } from 'node:util'
import { nearestNames, UsageError } from '@cli-apps/core'
import { type Command, commonOptions, type OptionSpec, parseOptions } from './command.ts'

/** Commands by name, each loaded only when it is called. */
const commands: Record<string, () => Promise<Command>> = {
  install: async () => (await import('./commands/install.ts')).install,
  uninstall: async () => (await import('./commands/uninstall.ts')).uninstall,
  list: async () => (await import('./commands/list.ts')).list,
  search: async () => (await import('./commands/search.ts')).search,
  info: async () => (await import('./commands/info.ts')).info,
  run: async () => (await import('./commands/run.ts')).run,
  publish: async () => (await import('./commands/publish.ts')).publish,
  validate: async () => (await import('./commands/validate.ts')).validate,
  yank: async () => (await import('./commands/yank.ts')).yank,
  unyank: async () => (await import('./commands/unyank.ts')).unyank,
  deprecate: async () => (await import('./commands/deprecate.ts')).deprecate,
  owners: async () => (await import('./commands/owners.ts')).owners,
  audit: async () => (await import('./commands/audit.ts')).audit,
  login: async () => (await import('./commands/login.ts')).login,
  logout: async () => (await import('./commands/logout.ts')).logout,
  whoami: async () => (await import('./commands/whoami.ts')).whoami,
  verify: async () => (await import('./commands/verify.ts')).verify,
  doctor: async () => (await import('./commands/doctor.ts')).doctor,
}

const aliases: Record<string, string> = {
  i: 'install',
  add: 'install',
  rm: 'uninstall',
  remove: 'uninstall',
  ls: 'list',
}

export interface Call {
  name: string
  command: Command
  args: string[]
  options: Record<string, string | boolean | undefined>
}

/** Finds the command that the words name and parses the rest by its options. Throws `UsageError`. */
export async function parseCall(words: readonly string[]): Promise<Call> {
  const [word = '', ...rest] = words
  const name = aliases[word] ?? word
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (load === undefined) throw unknownCommand(word)
  const command = await load()
  const { own, passed } = splitPassedOn(command, rest)
  try {
    const { values, positionals } = parseArgs({
      args: own,
      options: parseOptions({ ...command.options, ...commonOptions }),
      allowPositionals: true,
      strict: true,
    })
    return { name, command, args: [...positionals, ...passed], options: values as Call['options'] }
  } catch (cause) {
    const message = cause instanceof Error ? cause.message.split('. ')[0] : String(cause)
    throw new UsageError('cli.bad-option', `${message}.`, {
      hint: `"cli-apps ${name} --help" lists its options.`,
      cause,
    })
  }
}

/** Where a command hands arguments on to a program, all that follows the first word is the program's. */
function splitPassedOn(command: Command, rest: readonly string[]): { own: string[]; passed: string[] } {
  if (!command.passesArguments) return { own: [...rest], passed: [] }
  const takesValue = (word: string): boolean => {
    const spec = { ...command.options, ...commonOptions }[word.replace(/^--/, '')] as OptionSpec | undefined
    return word.startsWith('--') && spec?.type === 'string'
  }
  let index = 0
  while (index < rest.length && rest[index]?.startsWith('-')) index += takesValue(rest[index] ?? '') ? 2 : 1
  return { own: rest.slice(0, index + 1), passed: rest.slice(index + 1) }
}

function unknownCommand(word: string): UsageError {
  const near = nearestNames(word, Object.keys(commands), 1)
  return new UsageError(
    'cli.unknown-command',
    word === '' ? 'Which command?' : `There is no command ${JSON.stringify(word)}.`,
    {
      hint:
        near[0] === undefined
          ? '"cli-apps --help" lists the commands.'
          : `Did you mean "cli-apps ${near[0]}"?`,
    },
  )
}

/** Help of the program: its commands with a line each. */
export async function programHelp(): Promise<string> {
  const rows = await Promise.all(
    Object.entries(commands).map(async ([name, load]) => [name, (await load()).summary] as const),
  )
  return [
    'Install command-line programs for AI agents: resolved, isolated, documented as skills.',
    '',
    'Usage: cli-apps <command> [options]',
    '',
    'Commands:',
    ...rows.map(([name, summary]) => `  ${name.padEnd(12)}${summary}`),
    '',
    'Options:',
    '  --version   Show the version',
    '  --help      Show this help, or that of a command',
    '',
  ].join('\n')
}

/** Help of one command. */
export function commandHelp(name: string, command: Command): string {
  const rows = Object.entries({ ...command.options, ...commonOptions } as Record<string, OptionSpec>).map(
    ([option, { short, value, description }]) => {
      const names = `${short === undefined ? '    ' : `-${short}, `}--${option}${value === undefined ? '' : ` ${value}`}`
      return `  ${names.padEnd(26)}${description}`
    },
  )
  return [
    command.summary,
    '',
    `Usage: cli-apps ${name} ${command.usage}`.trimEnd(),
    '',
    'Options:',
    ...rows,
    '',
  ].join('\n')
}
