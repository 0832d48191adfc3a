import { isAppError, toErrorReport } from '@cli-apps/core'
import {
  type CommandLine,
  commandHelp,
  type Program,
  programHelp,
  readCommandLine,
  standardOptions,
  versionOption,
} from '@cli-apps/core/command-line'
import packageFile from '../package.json' with { type: 'json' }
import type { RegistryCommand } from './command.ts'
import { type CommandEntry, commandTable } from './commands/command-table.ts'

const entries: Readonly<Record<string, CommandEntry>> = Object.assign({}, ...Object.values(commandTable))

/** The registry to the reader of command lines. */
export const registryProgram: Program<RegistryCommand> = {
  name: 'cli-apps-registry',
  commands: Object.fromEntries(Object.entries(entries).map(([name, { load }]) => [name, load])),
  options: standardOptions,
}

interface Terminal {
  environment: NodeJS.ProcessEnv
  out: (text: string) => void
  error: (text: string) => void
}

/** Runs one command line; returns the exit status. */
export async function runRegistryCli(words: readonly string[], terminal: Terminal): Promise<number> {
  const line = await readCommandLine(words, registryProgram)
  const isJson = line.values.json === true
  try {
    await answer(line, isJson, terminal)
    return 0
  } catch (error) {
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

async function answer(
  line: CommandLine<RegistryCommand>,
  isJson: boolean,
  { environment, out, error: notice }: Terminal,
): Promise<void> {
  const print = (result: Readonly<Record<string, unknown>>, text: string): void =>
    out(isJson ? JSON.stringify(result) : text)
  switch (line.kind) {
    case 'call': {
      const names = Object.keys(line.command.positionals)
      const named = Object.fromEntries(names.map((name, index) => [name, line.args[index]]))
      return line.command.run({ values: { ...line.values, ...named }, environment, print, notice })
    }
    case 'version':
      return print({ version: packageFile.version }, packageFile.version)
    case 'help':
      return out(await helpText(line.topic))
    case 'invalid':
      throw line.error()
  }
}

/** Help of a command, of the commands that begin with a word, or of the program. */
async function helpText(topic: string): Promise<string> {
  const command = await entries[topic]?.load()
  const words = `${registryProgram.name} ${topic}`.trimEnd()
  if (command !== undefined)
    return commandHelp(words, { ...command, options: { ...command.options, ...standardOptions } })
  const groups = Object.entries(commandTable).flatMap(([heading, group]) => {
    const members = Object.entries(group).filter(([name]) => topic === '' || name.startsWith(`${topic} `))
    const commands = Object.fromEntries(members.map(([name, { summary }]) => [name, summary]))
    return members.length === 0 ? [] : [{ title: `${heading}:`, commands }]
  })
  return programHelp({ program: words, groups, options: { ...standardOptions, ...versionOption } })
}
