import {
  type CommandDefinition,
  type OptionDefinition,
  type OptionValues,
  standardOptions,
} from '@cli-apps/core/command-line'
import type { CommandContext } from './context.ts'
import type { Paint } from './ui/palette.ts'

export interface CommandResult<Value = unknown> {
  /** The one JSON document of `--json`. */
  value: Value
  /** The same for people. */
  text: string
  /** The text is another program's output and is passed on verbatim. */
  isVerbatim?: boolean
  /** Colors a line of text, after control characters were made visible. */
  paint?: Paint
  /** Exit status when it is not 0 although the command did its work, such as 8 for differences found. */
  exitStatus?: number
}

/**
 * A command of the installer: parse, call, return. It prints nothing and ends nothing itself. `Value` is its document as
 * `command-results.ts` describes it, or a `ChangePlan` with `--dry-run`.
 */
export interface Command<Value = unknown> extends CommandDefinition {
  summary: string
  usage: string
  options: Readonly<Record<string, InstallerOption>>
  /** What its words are, one after the other, for shells that complete them; the last stands for all that follow. */
  completes?: readonly WordKind[]
  /** It may run in a workspace of another user, and obeys nothing there. */
  isTrusting?: boolean
  /** It reads apps to use or show them, so that the user's own, installed with `--global`, count as well. */
  seesUserApps?: boolean
  run(args: readonly string[], options: OptionValues, context: CommandContext): Promise<CommandResult<Value>>
}

/**
 * What a shell offers for a word: apps that are installed here, apps that can be installed, variables that the app before
 * it declares, files, folders, or these words.
 */
export type WordKind = 'installed' | 'available' | 'variable' | 'file' | 'folder' | readonly string[]

/** An option that a shell can complete. */
export interface InstallerOption extends OptionDefinition {
  /** What its value is, for shells that complete it. */
  completes?: WordKind
  /** Its value is several words, separated by commas. */
  isList?: true
}

/** Options of every command. */
export const commonOptions = {
  json: standardOptions.json,
  workspace: {
    type: 'string',
    value: 'DIR',
    completes: 'folder',
    description: 'Use this workspace folder (default: the nearest with cli-apps.json)',
  },
  lang: {
    type: 'string',
    value: 'LANGUAGE',
    description: 'Set the language: en or zh (default: your configuration, or the locale)',
    completes: ['en', 'zh'],
  },
  help: standardOptions.help,
} as const satisfies Record<string, InstallerOption>

/** Options of commands that change something. */
export const changeOptions = {
  'dry-run': { type: 'boolean', description: 'Show the plan and stop' },
  yes: { type: 'boolean', short: 'y', description: 'Do not ask for confirmation' },
} as const satisfies Record<string, InstallerOption>

export const globalOption = {
  global: {
    type: 'boolean',
    short: 'g',
    description: 'Use your own workspace, whose apps every workspace sees',
  },
} as const satisfies Record<string, InstallerOption>

export const registryOption = {
  registry: { type: 'string', value: 'URL', description: 'Use this registry instead of the configured ones' },
} as const satisfies Record<string, InstallerOption>

export const offlineOption = {
  offline: {
    type: 'boolean',
    description: 'Use only what this machine has, without the network',
  },
} as const satisfies Record<string, InstallerOption>

export const textOption = (options: OptionValues, name: string): string | undefined => {
  const value = options[name]
  return typeof value === 'string' ? value : undefined
}

/** The words of an option that takes several, separated by commas. */
export const listOption = (options: OptionValues, name: string): string[] =>
  textOption(options, name)
    ?.split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '') ?? []
