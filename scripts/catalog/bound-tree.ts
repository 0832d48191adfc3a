import type { CommandNode } from '@cli-apps/core'
import { withoutDefaults } from './print-entry.ts'

/** Maximum characters of a published command tree. */
export const maxTreeCharacters = 60_000

/**
 * Cuts a command tree to be published: from the deepest level up, first options, then commands. Their parent is
 * marked as incomplete, since the installer reads the whole tree from the program anyway.
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

/** Whether a command tree can be published as it was read. */
export const isWithinBound = (tree: CommandNode): boolean => sizeOf(tree) <= maxTreeCharacters

const mark = 'are left out here; ask the program for help.'

const leftOut = (what: string): string => `Its ${what} ${mark}`

/** Whether commands or options of this command were cut from a published tree. */
export const isCut = ({ warnings }: CommandNode): boolean =>
  warnings.some((warning) => warning.endsWith(mark))

const sizeOf = (tree: CommandNode): number => JSON.stringify(withoutDefaults(tree)).length

const depthOf = ({ commands }: CommandNode): number =>
  commands.length === 0 ? 0 : 1 + Math.max(...commands.map(depthOf))

/** Examples are upstream's own words, and long. */
const withoutHidden = (node: CommandNode): CommandNode => ({
  ...node,
  examples: [],
  options: node.options.filter(({ hidden }) => !hidden),
  commands: node.commands.filter(({ hidden }) => !hidden).map(withoutHidden),
})

/** Removes the options of all commands at this depth and below. */
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

/** Removes the commands at this depth and below. */
function withoutCommands(node: CommandNode, depth: number): CommandNode {
  if (depth > 1)
    return { ...node, commands: node.commands.map((command) => withoutCommands(command, depth - 1)) }
  const { commands, warnings } = node
  if (commands.length === 0) return node
  return { ...node, commands: [], warnings: [...warnings, leftOut('commands')] }
}
