import { parseArgs } from 'node:util'
import packageFile from '../package.json' with { type: 'json' }
import type { CommandInput, RegistryCommand } from './command.ts'
import { type CommandEntry, commandTable } from './commands/command-table.ts'

const program = 'cli-apps-registry'

const commands: Readonly<Record<string, CommandEntry>> = Object.assign({}, ...Object.values(commandTable))

interface Terminal {
  environment: NodeJS.ProcessEnv
  out: (text: string) => void
  error: (text: string) => void
}

/** Runs one command line; returns the exit status. */
export async function runRegistryCli(args: readonly string[], terminal: Terminal): Promise<number> {
  const isJson = args.includes('--json')
  try {
    await dispatch(args, isJson, terminal)
    return 0
  } catch (error) {
    const { isAppError, toErrorReport } = await import('@cli-apps/core')
    const report = toErrorReport(error)
    if (isJson) terminal.out(JSON.stringify({ error: report }))
    else {
      const issues = (report.issues ?? []).map(({ path, message }) => `  ${path}: ${message}`)
      terminal.error(
        [`Error: ${report.message}`, ...issues, ...(report.hint ? [report.hint] : [])].join('\n'),
      )
    }
    if (isAppError(error)) return error.exitStatus
    terminal.error(error instanceof Error ? (error.stack ?? error.message) : String(error))
    return 1
  }
}

async function dispatch(args: readonly string[], isJson: boolean, terminal: Terminal): Promise<void> {
  const words = args.slice(0, 2)
  const name = [words.join(' '), words[0] ?? ''].find((candidate) => Object.hasOwn(commands, candidate))
  const command = name === undefined ? undefined : await commands[name]?.load()
  if (name === undefined || command === undefined) return answerWithoutCommand(args, isJson, terminal)
  const values = await parseFlags(command, args.slice(name.split(' ').length))
  if (values.help)
    return terminal.out(
      [`Usage: ${program} ${command.usage}`, '', ...alignTerms([...command.help, ...shared])].join('\n'),
    )
  const print: CommandInput['print'] = (result, text) => terminal.out(isJson ? JSON.stringify(result) : text)
  await command.run({ values, environment: terminal.environment, print })
}

const shared = ['', '--json  print one line of JSON', '--help  print this text']

/** Aligns the meanings of lines with a term and its meaning, separated by two spaces or more; other lines stay. */
function alignTerms(lines: readonly string[]): string[] {
  const split = lines.map((line) => /^(\S.*?) {2,}(.+)$/.exec(line))
  const width = Math.max(...split.map((match) => match?.[1]?.length ?? 0))
  return lines.map((line, index) => {
    const [, term, meaning] = split[index] ?? []
    return term === undefined ? line : `${term.padEnd(width)}  ${meaning}`
  })
}

async function parseFlags(command: RegistryCommand, args: string[]): Promise<Record<string, unknown>> {
  const wanted = command.positionals ?? []
  const options = {
    ...command.options,
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  } as const
  const refuse = (message: string) => usageError(message, `${program} ${command.usage}`)
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: wanted.length > 0 })
    if (values.help || positionals.length === wanted.length)
      return { ...values, ...Object.fromEntries(wanted.map((name, index) => [name, positionals[index]])) }
  } catch (cause) {
    throw await refuse(cause instanceof Error ? cause.message : String(cause))
  }
  throw await refuse(`This command requires exactly: ${wanted.map((name) => name.toUpperCase()).join(' ')}.`)
}

async function answerWithoutCommand(
  args: readonly string[],
  isJson: boolean,
  terminal: Terminal,
): Promise<void> {
  if (args.includes('--version') || args.includes('-v'))
    return terminal.out(isJson ? JSON.stringify({ version: packageFile.version }) : packageFile.version)
  const [word, next] = args
  const isGroup = Object.keys(commands).some((name) => name.startsWith(`${word} `))
  if (args.includes('--help') || args.includes('-h'))
    return terminal.out(overview(isGroup ? word : undefined))
  if (isGroup && (next === undefined || next.startsWith('-'))) {
    const subcommands = Object.keys(commands).flatMap((name) =>
      name.startsWith(`${word} `) ? [name.slice(`${word} `.length)] : [],
    )
    throw await usageError(
      `Missing subcommand: ${word} <${subcommands.join('|')}>.`,
      `${program} ${word} --help`,
    )
  }
  const asked = isGroup ? `${word} ${next}` : word
  throw await usageError(
    asked === undefined ? 'Missing command.' : `${JSON.stringify(asked)} is not a command.`,
    `${program} ${isGroup ? `${word} ` : ''}--help`,
  )
}

/** Lists the commands under their headings: all, or those of a group. */
function overview(word: string | undefined): string {
  const isWanted = (name: string) => word === undefined || name === word || name.startsWith(`${word} `)
  const width = Math.max(...Object.keys(commands).map((name) => name.length))
  const sections = Object.entries(commandTable).flatMap(([heading, entries]) => {
    const lines = Object.entries(entries)
      .filter(([name]) => isWanted(name))
      .map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`)
    return lines.length === 0 ? [] : ['', `${heading}:`, ...lines]
  })
  return [
    `Usage: ${program} <command> [flags]`,
    ...sections,
    '',
    `${program} <command> --help describes a command; --json prints one line of JSON; --version prints the version.`,
  ].join('\n')
}

async function usageError(message: string, usage: string): Promise<Error> {
  const { UsageError } = await import('@cli-apps/core')
  return new UsageError('cli.usage', message, { hint: `Usage: ${usage}` })
}
