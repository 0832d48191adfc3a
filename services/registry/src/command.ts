import type { CommandDefinition, OptionDefinitions, OptionValues } from '@cli-apps/core/command-line'

interface CommandInput {
  /** Options and positionals by name, for the command's schema. */
  values: OptionValues
  environment: NodeJS.ProcessEnv
  /** Writes a result to stdout: as one line of JSON with `--json`, else as the text. */
  print(result: Readonly<Record<string, unknown>>, text: string): void
  /** Writes a remark to stderr. */
  notice(text: string): void
}

/** A command of the registry. */
export interface RegistryCommand extends CommandDefinition {
  /** What it does, in sentences. */
  about: string
  /** Stands below its options, such as the environment variables that it reads. */
  notes?: readonly string[]
  positionals: NonNullable<CommandDefinition['positionals']>
  run(input: CommandInput): Promise<void>
}

export const signingOption = {
  'signing-key': {
    type: 'string',
    value: 'FILE',
    description: 'Private key to sign with; or set CLI_APPS_SIGNING_KEY',
  },
} as const satisfies OptionDefinitions

export const dataOption = {
  data: {
    type: 'string',
    value: 'DIR',
    description: 'Folder of the embedded database; DATABASE_URL selects Postgres instead',
  },
} as const satisfies OptionDefinitions
