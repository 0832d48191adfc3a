import type { CommandNode } from '@cli-apps/core'
import { withoutDefaults } from './print-entry.ts'

/** Characters of a command tree in a manifest: everyone who looks an app up downloads it. */
export const maxTreeCharacters = 60_000

/**
 * A command tree that fits a manifest. What does not is left out from the deepest level up, first the options there, then the
 * commands, and the command above says so: the installer reads the whole off the program anyway.
 */
export function boundTree(tree: CommandNode, maxCharacters = maxTreeCharacters): CommandNode {
  const whole = withoutHidden(tree)
  const fits = (cut: CommandNode): boolean => sizeOf(cut) <= maxCharacters
  if (fits(whole)) return whole
  for (let depth = depthOf(whole); depth > 0; depth--) {
    const cut = [withoutOptions(whole, depth), withoutCommands(whole, depth)].find(fits)
    if (cut !== undefined) return cut
  }
  return { ...whole, commands: [], options: [], warnings: [leftOut('commands and options')] }
}

const leftOut = (what: string): string => `Its ${what} are left out here; ask the program for help.`

const sizeOf = (tree: CommandNode): number => JSON.stringify(withoutDefaults(tree)).length

const depthOf = ({ commands }: CommandNode): number =>
  commands.length === 0 ? 0 : 1 + Math.max(...commands.map(depthOf))

/** Examples are the upstream's own words, and long. */
const withoutHidden = (node: CommandNode): CommandNode => ({
  ...node,
  examples: [],
  options: node.options.filter(({ hidden }) => !hidden),
  commands: node.commands.filter(({ hidden }) => !hidden).map(withoutHidden),
})

/** Without the options of all commands at that depth and below. */
function withoutOptions(node: CommandNode, depth: number): CommandNode {
  if (depth > 0)
    return { ...node, commands: node.commands.map((command) => withoutOptions(command, depth - 1)) }
  const { options, warnings } = node
  return {
    ...node,
    options: [],
    warnings: options.length === 0 ? warnings : [...warnings, leftOut('options')],
    commands: node.commands.map((command) => withoutOptions(command, 0)),
  }
}

/** Without the commands at that depth and below. */
function withoutCommands(node: CommandNode, depth: number): CommandNode {
  if (depth > 1)
    return { ...node, commands: node.commands.map((command) => withoutCommands(command, depth - 1)) }
  const { commands, warnings } = node
  if (commands.length === 0) return node
  return { ...node, commands: [], warnings: [...warnings, leftOut('commands')] }
}
