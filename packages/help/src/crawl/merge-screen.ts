import type { CommandNode } from '../command-tree.ts'
import { mergeOptions } from '../options/merge-options.ts'

/** Merges another screen of the same command into a node; existing entries are completed and stay first. */
export function mergeScreen(node: CommandNode, more: CommandNode): void {
  node.options = mergeOptions([...node.options, ...more.options], [])
  const names = new Set(node.commands.flatMap(({ name, aliases }) => [name, ...aliases]))
  for (const command of more.commands) {
    const known = node.commands.find(({ name }) => name === command.name)
    if (known !== undefined && known.summary === '') known.summary = command.summary
    if (!names.has(command.name)) node.commands.push(command)
  }
  if (node.arguments.length === 0) node.arguments = more.arguments
  if (node.usage.length === 0) node.usage = more.usage
  if (node.summary === '') node.summary = more.summary
  node.examples = [...new Set([...node.examples, ...more.examples])].slice(0, 20)
}
