import type { ParseArgsConfig } from 'node:util'

export interface CommandInput {
  /** Flags as parseArgs gives them, and positionals by name, for the command's schema. */
  values: Readonly<Record<string, unknown>>
  environment: NodeJS.ProcessEnv
  /** Writes a result to stdout: as one line of JSON with `--json`, else as the text. */
  print(result: Readonly<Record<string, unknown>>, text: string): void
}

/** One command of the program; `--json` and `--help` come with every one. */
export interface RegistryCommand {
  /** What stands after the program's name. */
  usage: string
  /** One line each for `--help`. */
  help: readonly string[]
  options: NonNullable<ParseArgsConfig['options']>
  /** Names of what stands without a flag, all of it needed. */
  positionals?: readonly string[]
  run(input: CommandInput): Promise<void>
}

export const signingOption = { 'signing-key': { type: 'string' } } as const
export const signingHelp = '--signing-key FILE  private key to sign with; or set CLI_APPS_SIGNING_KEY'
export const dataOption = { data: { type: 'string' } } as const
export const dataHelp =
  '--data DIR        folder of the embedded database; DATABASE_URL selects Postgres instead'
