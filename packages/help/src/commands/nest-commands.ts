import { type CommandNode, emptyCommand } from '../command-tree.ts'
import { argumentsIn, optionsInBrackets } from '../usage/usage.ts'
import type { ListedCommand } from './command-rows.ts'

/**
 * Converts listed commands to nodes: `config get` becomes `get` below `config`, and a name listed twice is one node.
 */
export function nestCommands(listed: readonly ListedCommand[]): CommandNode[] {
  const root = emptyCommand('')
  const children = new Map<CommandNode, Map<string, CommandNode>>()
  for (const { words, aliases, placeholders, summary, group } of listed) {
    let node = root
    for (const word of words) node = childOf(node, word, children)
    for (const alias of aliases)
      if (alias !== node.name && !node.aliases.includes(alias)) node.aliases.push(alias)
    if (node.summary === '') node.summary = summary
    if (node.arguments.length === 0) node.arguments = argumentsIn(placeholders)
    // Those of a command without help of its own are known from here alone.
    if (node.options.length === 0) node.options = optionsInBrackets([{ indent: 0, text: placeholders }])
    node.group ??= group
    node.deprecated ||= /^[\W]{0,3}deprecated\b|[([]deprecated/i.test(summary)
  }
  return root.commands
}

function childOf(
  parent: CommandNode,
  name: string,
  children: Map<CommandNode, Map<string, CommandNode>>,
): CommandNode {
  let known = children.get(parent)
  if (known === undefined) {
    known = new Map()
    children.set(parent, known)
  }
  const found = known.get(name)
  if (found !== undefined) return found
  const child = emptyCommand(name)
  known.set(name, child)
  parent.commands.push(child)
  return child
}
