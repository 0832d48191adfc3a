import * as z from 'zod/mini'

const text = z.string()
const texts = z._default(z.array(text), [])
const no = z._default(z.boolean(), false)
const line = z._default(text, '')
const unset = z._default(z.nullable(text), null)

/** The value that an option takes: `--depth <n>`. `glued` means the value must touch the name (`--color=auto`, `-O2`). */
export const OptionValue = z.object({
  name: text,
  type: z._default(z.enum(['string', 'number', 'boolean', 'path', 'url', 'list', 'unknown']), 'unknown'),
  optional: no,
  glued: no,
  direct: z
    .optional(z.literal(true))
    .check(z.describe('Glued without `=` to a name of several letters: `-lf<file>`')),
})
export type OptionValue = z.infer<typeof OptionValue>

export const CommandOption = z.object({
  long: texts.check(z.describe('With dashes: ["--color"]')),
  short: texts.check(z.describe('With dash: ["-c"]')),
  value: z._default(z.nullable(OptionValue), null).check(z.describe('null for a flag')),
  description: line,
  choices: texts,
  default: unset,
  env: unset.check(z.describe('Environment variable that sets it')),
  repeatable: no,
  required: no,
  negatable: no.check(z.describe('--no-<name> exists too')),
  inherited: no.check(z.describe('Belongs to a parent command')),
  hidden: no,
  deprecated: no,
  group: unset,
})
export type CommandOption = z.infer<typeof CommandOption>

export const CommandArgument = z.object({
  name: text,
  required: no,
  variadic: no,
})
export type CommandArgument = z.infer<typeof CommandArgument>

const nodeFields = {
  name: text,
  aliases: texts,
  group: unset,
  summary: line,
  usage: texts,
  hidden: no,
  deprecated: no,
  options: z._default(z.array(CommandOption), []),
  arguments: z._default(z.array(CommandArgument), []),
  examples: texts,
  /** What could not be read, and where and why the crawl stopped. */
  warnings: texts,
}

/** A program or one of its commands, as its own help describes it; the root node stands for the program. */
export interface CommandNode extends z.infer<z.ZodMiniObject<typeof nodeFields>> {
  commands: CommandNode[]
}
export const CommandNode: z.ZodMiniType<CommandNode> = z.object({
  ...nodeFields,
  get commands() {
    return z._default(z.array(CommandNode), [])
  },
}) as z.ZodMiniType<CommandNode>
z.globalRegistry.add(CommandNode, { id: 'CommandNode' })

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

/**
 * Returns the commands below a node that a word calls, from the outermost: one by its name or alias, or those whose
 * names the word repeats (`apps:create` calls `apps`, `apps:create`). Empty if it calls none.
 */
export function calledCommands(node: CommandNode, word: string): CommandNode[] {
  const named =
    node.commands.find(({ name }) => name === word) ??
    node.commands.find(({ aliases }) => aliases.includes(word))
  if (named !== undefined) return [named]
  const topic = node.commands.find(({ name }) => word.startsWith(`${name}:`))
  const below = topic === undefined ? [] : calledCommands(topic, word)
  return topic === undefined || below.length === 0 ? [] : [topic, ...below]
}
