import type { UsageError } from '../errors/errors.ts'
import {
  type CommandDefinition,
  type OptionDefinitions,
  type OptionValues,
  versionOption,
} from './command-definition.ts'
import { parseWords } from './parse-words.ts'
import { missingCommand, missingSubcommand, type UsageFault, unknownCommand } from './usage-faults.ts'

/** A program of commands. */
export interface Program<Command extends CommandDefinition> {
  /** What people type to run it. */
  name: string
  /** By name, of one word or two; loaded only when it is called. */
  commands: Readonly<Record<string, () => Promise<Command>>>
  /** Other names of commands. */
  aliases?: Readonly<Record<string, string>>
  /** Options of every command, which may also stand before its name. */
  options: OptionDefinitions
}

/** What a command line asks for, with the values of its options. */
export type CommandLine<Command> = { values: OptionValues } & Request<Command>

type Request<Command> =
  | { kind: 'call'; name: string; command: Command; args: readonly string[] }
  /** `topic` is a command, the first word of several commands, or empty for the program. */
  | { kind: 'help'; topic: string }
  | { kind: 'version' }
  /** `isEmpty`: no command is named. */
  | { kind: 'invalid'; isEmpty?: true; error(): UsageError }

/**
 * Reads the words after the name of the program, and loads the command that they call. An error is returned, not thrown:
 * `values` decide the language of its message, and whether it is printed as JSON.
 */
export async function readCommandLine<Command extends CommandDefinition>(
  words: readonly string[],
  program: Program<Command>,
): Promise<CommandLine<Command>> {
  // To the program, a command is what follows its own options; it passes the rest on.
  const start = parseWords(words, {
    options: { ...program.options, ...versionOption },
    passesArguments: true,
  })
  const found = findCommand(start.positionals, program)
  const isCall = !start.fault && !start.values.help && !start.values.version
  if (isCall && found !== undefined) return readCall(found, start.values, program)
  // No command reads the other options: they are the program's.
  const { values, positionals } = parseWords(words, { options: program.options })
  if (start.fault !== undefined) return { values, ...invalid(start.fault, program.name) }
  if (start.values.version === true) return { values, kind: 'version' }
  return { values, ...readTopic(positionals, values, program) }
}

interface FoundCommand<Command> {
  name: string
  load: () => Promise<Command>
  /** The words after its name. */
  rest: readonly string[]
}

function findCommand<Command extends CommandDefinition>(
  words: readonly string[],
  { commands, aliases = {} }: Program<Command>,
): FoundCommand<Command> | undefined {
  for (const count of [2, 1]) {
    const asked = words.slice(0, count).join(' ')
    const name = (Object.hasOwn(aliases, asked) ? aliases[asked] : undefined) ?? asked
    const load = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (load !== undefined) return { name, load, rest: words.slice(count) }
  }
  return undefined
}

async function readCall<Command extends CommandDefinition>(
  { name, load, rest }: FoundCommand<Command>,
  before: OptionValues,
  program: Program<Command>,
): Promise<CommandLine<Command>> {
  const command = await load()
  const options = { ...command.options, ...program.options }
  const parsed = parseWords(rest, { ...command, options })
  const values = { ...before, ...parsed.values }
  if (parsed.fault !== undefined) return { values, ...invalid(parsed.fault, `${program.name} ${name}`) }
  if (values.help === true) return { values, kind: 'help', topic: name }
  return { values, kind: 'call', name, command, args: parsed.positionals }
}

/** What is asked for where no command is called: help, or a command that does not exist. */
function readTopic<Command extends CommandDefinition>(
  positionals: readonly string[],
  values: OptionValues,
  program: Program<Command>,
): Request<never> {
  const isHelpCommand = positionals[0] === 'help'
  const words = isHelpCommand ? positionals.slice(1) : positionals
  const isHelp = isHelpCommand || values.help === true
  const [first, second] = words
  if (first === undefined)
    return isHelp ? help('') : { ...invalid(missingCommand(), program.name), isEmpty: true }
  const found = findCommand(words, program)
  if (isHelp && found !== undefined) return help(found.name)
  const names = Object.keys(program.commands)
  const members = names.flatMap((name) =>
    name.startsWith(`${first} `) ? [name.slice(first.length + 1)] : [],
  )
  if (members.length === 0) return invalid(unknownCommand(first, names), program.name)
  if (second !== undefined) return invalid(unknownCommand(`${first} ${second}`, names), program.name)
  return isHelp ? help(first) : invalid(missingSubcommand(first, members), program.name)
}

const help = (topic: string): Request<never> => ({ kind: 'help', topic })

const invalid = (fault: UsageFault, command: string): Request<never> & { kind: 'invalid' } => ({
  kind: 'invalid',
  error: () => fault(command),
})
