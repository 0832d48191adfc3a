import { type CommandNode, type CommandOption, emptyCommand } from '../command-tree.ts'

/** More commands or options of one command than any program has. */
const most = 1_000

/** Returns the command at a path below a node, which is made where it is missing. */
export function commandAt(root: CommandNode, path: readonly string[]): CommandNode {
  let node = root
  for (const name of path) {
    const known = node.commands.find((command) => command.name === name)
    const next = known ?? emptyCommand(name)
    if (known === undefined && node.commands.length < most) node.commands.push(next)
    node = next
  }
  return node
}

interface ScriptOption {
  names: readonly string[]
  description: string
  /** The name of its value; `undefined` for a flag. */
  value: string | undefined
  choices?: readonly string[]
  isRepeatable?: boolean
}

/** An option as a script names it. */
export const scriptOption = ({
  names,
  description,
  value,
  choices = [],
  isRepeatable = false,
}: ScriptOption): CommandOption => ({
  long: names.filter((name) => name.length > 2),
  short: names.filter((name) => name.length === 2),
  value: value === undefined ? null : { name: value, type: 'unknown', optional: false, glued: false },
  description: description.replace(/\s+/g, ' ').trim().slice(0, 500),
  choices: [...choices],
  default: null,
  env: null,
  repeatable: isRepeatable,
  required: false,
  negatable: false,
  inherited: false,
  hidden: false,
  deprecated: false,
  group: null,
})

/** Adds an option to a node, or its names to the one that has some of them. */
export function addOption(node: CommandNode, option: CommandOption): void {
  const names = [...option.long, ...option.short]
  const known = node.options.find(
    ({ long, short, description }) =>
      [...long, ...short].some((name) => names.includes(name)) ||
      // A shell has a line for each name.
      (description !== '' &&
        description === option.description &&
        (long.length === 0) !== (option.long.length === 0)),
  )
  if (known === undefined) {
    if (node.options.length < most) node.options.push(option)
    return
  }
  known.long = [...new Set([...known.long, ...option.long])]
  known.short = [...new Set([...known.short, ...option.short])]
  known.value ??= option.value
  if (known.choices.length === 0) known.choices = option.choices
}

/** A word that can be a command. */
export const isCommandName = (word: string): boolean => /^[a-z\d][\w.:-]{0,60}$/.test(word)
