import * as z from 'zod'

const text = z.string()

/** The value that an option takes: `--depth <n>`. `glued` means the value must touch the name (`--color=auto`, `-O2`). */
export const OptionValue = z.object({
  name: text,
  type: z.enum(['string', 'number', 'boolean', 'path', 'url', 'list', 'unknown']).default('unknown'),
  optional: z.boolean().default(false),
  glued: z.boolean().default(false),
})
export type OptionValue = z.infer<typeof OptionValue>

export const CommandOption = z.object({
  long: z.array(text).default([]).describe('With dashes: ["--color"]'),
  short: z.array(text).default([]).describe('With dash: ["-c"]'),
  value: OptionValue.nullable().default(null).describe('null for a flag'),
  description: text.default(''),
  choices: z.array(text).default([]),
  default: text.nullable().default(null),
  env: text.nullable().default(null).describe('Environment variable that sets it'),
  repeatable: z.boolean().default(false),
  required: z.boolean().default(false),
  negatable: z.boolean().default(false).describe('--no-<name> exists too'),
  inherited: z.boolean().default(false).describe('Belongs to a parent command'),
  hidden: z.boolean().default(false),
  deprecated: z.boolean().default(false),
  group: text.nullable().default(null),
})
export type CommandOption = z.infer<typeof CommandOption>

export const CommandArgument = z.object({
  name: text,
  required: z.boolean().default(false),
  variadic: z.boolean().default(false),
})
export type CommandArgument = z.infer<typeof CommandArgument>

const nodeFields = {
  name: text,
  aliases: z.array(text).default([]),
  group: text.nullable().default(null),
  summary: text.default(''),
  usage: z.array(text).default([]),
  hidden: z.boolean().default(false),
  deprecated: z.boolean().default(false),
  options: z.array(CommandOption).default([]),
  arguments: z.array(CommandArgument).default([]),
  examples: z.array(text).default([]),
  /** What could not be read, and where and why the crawl stopped. */
  warnings: z.array(text).default([]),
}

/** A program or one of its commands, as its own help describes it; the root node stands for the program. */
export interface CommandNode extends z.infer<z.ZodObject<typeof nodeFields>> {
  commands: CommandNode[]
}
export const CommandNode: z.ZodType<CommandNode> = z
  .object({
    ...nodeFields,
    get commands() {
      return z.array(CommandNode).default([])
    },
  })
  .meta({ id: 'CommandNode' }) as z.ZodType<CommandNode>

/** Returns an empty node with this name, for a reader to fill. */
export const emptyCommand = (name: string): CommandNode => ({
  name,
  aliases: [],
  group: null,
  summary: '',
  usage: [],
  hidden: false,
  deprecated: false,
  commands: [],
  options: [],
  arguments: [],
  examples: [],
  warnings: [],
})

/** Yields every node with its path of names below the root (empty for the root), parents first. */
export function* walkCommands(
  root: CommandNode,
  path: readonly string[] = [],
): Generator<{ node: CommandNode; path: readonly string[] }> {
  yield { node: root, path }
  for (const command of root.commands) yield* walkCommands(command, [...path, command.name])
}

/**
 * Returns the words that call the command at a path of names. A name that repeats its parent (`apps`, `apps:create`, as
 * oclif lists them) stands for both.
 */
export function commandWords(path: readonly string[]): string[] {
  const words: string[] = []
  for (const name of path) {
    if (name.startsWith(`${words.at(-1)}:`)) words.pop()
    words.push(name)
  }
  return words
}
