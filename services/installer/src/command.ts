import type { ParseArgsConfig } from 'node:util'
import type { CommandContext } from './context.ts'

export type OptionValues = Readonly<Record<string, string | boolean | undefined>>

export interface CommandResult {
  /** The one JSON document of `--json`. */
  value: unknown
  /** The same for people. */
  text: string
  /** Exit status when it is not 0 although the command did its work, such as 8 for differences found. */
  exitStatus?: number
}

/** A command of the installer: parse, call, return. It prints nothing and ends nothing itself. */
export interface Command {
  summary: string
  /** After `cli-apps <name>`, such as `<name>[@range] …`. */
  usage: string
  options: Readonly<Record<string, OptionSpec>>
  /** Everything after the first word belongs to the program that it names. */
  passesArguments?: boolean
  run(args: readonly string[], options: OptionValues, context: CommandContext): Promise<CommandResult>
}

export interface OptionSpec {
  type: 'string' | 'boolean'
  short?: string
  description: string
  /** Placeholder of the value in help. */
  value?: string
}

/** Options that every command takes. */
export const commonOptions = {
  json: { type: 'boolean', description: 'Print one JSON document on stdout' },
  workspace: {
    type: 'string',
    value: 'DIR',
    description: 'Folder of the workspace; the nearest with cli-apps.json when absent',
  },
  help: { type: 'boolean', short: 'h', description: 'Show this help' },
} as const satisfies Record<string, OptionSpec>

/** Options of commands that change something. */
export const changeOptions = {
  'dry-run': { type: 'boolean', description: 'Show the plan and stop' },
  yes: { type: 'boolean', short: 'y', description: 'Do not ask' },
} as const satisfies Record<string, OptionSpec>

export const registryOption = {
  registry: { type: 'string', value: 'URL', description: 'Registry to use instead of the configured ones' },
} as const satisfies Record<string, OptionSpec>

export const parseOptions = (options: Readonly<Record<string, OptionSpec>>): ParseArgsConfig['options'] =>
  Object.fromEntries(
    Object.entries(options).map(([name, { type, short }]) => [
      name,
      short === undefined ? { type } : { type, short },
    ]),
  )

export const textOption = (options: OptionValues, name: string): string | undefined => {
  const value = options[name]
  return typeof value === 'string' ? value : undefined
}
