/** An option, as the parser reads it and as help shows it. */
export interface OptionDefinition {
  type: 'string' | 'boolean'
  short?: string
  description: string
  /** Placeholder of the value in help. */
  value?: string
  /** It may be given several times; its value is then a list. */
  multiple?: true
  required?: true
}

export type OptionDefinitions = Readonly<Record<string, OptionDefinition>>

export type OptionValues = Readonly<Record<string, string | boolean | readonly string[] | undefined>>

/** What the words after the name of a command may be. */
export interface CommandDefinition {
  /** Follows the name of the command in help, such as `<name>[@range] …`; absent where `usageOf` can tell. */
  usage?: string
  options: OptionDefinitions
  /**
   * Arguments by name, in their order, each with its description: all are required, and no others are accepted. Absent
   * where the command checks its arguments itself.
   */
  positionals?: Readonly<Record<string, string>>
  /** Everything after the first argument belongs to the program that it names. */
  passesArguments?: boolean
}

/** What follows the name of a command in help: its arguments and required options. */
export function usageOf({ usage, positionals = {}, options }: CommandDefinition): string {
  if (usage !== undefined) return usage
  const required = Object.entries(options).flatMap(([name, { required, value = '', multiple }]) =>
    required ? [`--${name} ${value}${multiple ? ' …' : ''}`] : [],
  )
  const args = Object.keys(positionals).map((name) => name.toUpperCase())
  return [...args, ...required, '[options]'].join(' ')
}

/** Options of every command of every program. */
export const standardOptions = {
  json: { type: 'boolean', description: 'Print one JSON document on stdout' },
  help: { type: 'boolean', short: 'h', description: 'Show this help' },
} as const satisfies OptionDefinitions

/** Belongs to the program and to none of its commands. */
export const versionOption = {
  version: { type: 'boolean', short: 'v', description: 'Show the version' },
} as const satisfies OptionDefinitions
