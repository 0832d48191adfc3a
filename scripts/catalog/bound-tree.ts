import type { CommandNode, CommandOption } from '@cli-apps/core'
import { notAsked } from '../../packages/help/src/crawl/run-limits.ts'
import { withoutDefaults } from './print-entry.ts'

/** Maximum characters of a published command tree; a registry takes a megabyte for a manifest with all of its documents. */
export const maxTreeCharacters = 250_000

/** A summary or description that is longer is cut in a tree that must be bounded. */
const maxText = 90

interface BoundOptions {
  maxCharacters?: number
  /** Words of the entry's recipes: the commands that they call keep their options before others. */
  called?: ReadonlySet<string>
  /** The options that the lists of effects name for a command, such as `--dry-run`, by its path; they are always kept. */
  listed?: ReadonlyMap<string, ReadonlySet<string>>
}

/**
 * Cuts a command tree to be published. One without commands loses the ends of its descriptions. Of others, all commands
 * are kept by name, from the deepest level up only where even these are too many; then as many as fit keep their options.
 * What was cut is marked, since the installer reads the whole tree from the program anyway.
 */
export function boundTree(
  tree: CommandNode,
  { maxCharacters = maxTreeCharacters, called = new Set(), listed = new Map() }: BoundOptions = {},
): CommandNode {
  const whole = withoutHidden(tree)
  if (sizeOf(whole) <= maxCharacters) return whole
  const short = { ...whole, options: whole.options.map(brief) }
  if (whole.commands.length === 0 && sizeOf(short) <= maxCharacters) return short
  for (let depth = depthOf(whole); depth > 0; depth--) {
    const names = namesOf(depth === depthOf(whole) ? whole : withoutCommands(whole, depth), listed)
    const size = sizeOf(names)
    if (size <= maxCharacters) return filled(names, { space: maxCharacters - size, called }, whole)
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
  warnings: node.warnings.map((warning) =>
    warning === notAsked ? leftOut('commands and options') : warning,
  ),
  options: node.options.filter(({ hidden }) => !hidden),
  commands: node.commands.filter(({ hidden }) => !hidden).map(withoutHidden),
})

/** Names and summaries of all commands, without options other than those that decide the effect of their command. */
const namesOf = (
  node: CommandNode,
  listed: NonNullable<BoundOptions['listed']>,
  path: readonly string[] = [],
): CommandNode => ({
  ...node,
  summary: shorter(node.summary),
  usage: [],
  options: node.options
    .filter(({ long, short }) => [...long, ...short].some((name) => listed.get(path.join(' '))?.has(name)))
    .map(brief),
  warnings: [...node.warnings.filter((warning) => warning.endsWith(mark)), ...missing(node)],
  commands: node.commands.map((command) => namesOf(command, listed, [...path, command.name])),
})

const missing = ({ options }: CommandNode): string[] => (options.length === 0 ? [] : [leftOut('options')])

const shorter = (text: string): string => (text.length > maxText ? `${text.slice(0, maxText - 1)}…` : text)

interface Filling {
  space: number
  called: ReadonlySet<string>
}

/** Gives the commands their options back while there is space: the program's, those of called commands, then the others. */
function filled(names: CommandNode, { space, called }: Filling, whole: CommandNode): CommandNode {
  const pairs = pairsOf(names, whole)
  const rank = ({ names: { name, aliases }, depth }: Pair): number =>
    depth === 0 ? 0 : [name, ...aliases].some((word) => called.has(word)) ? 1 : 1 + depth
  const shown = new Map<CommandNode, CommandNode>()
  for (const { names: bare, whole: full, depth } of pairs.toSorted((a, b) => rank(a) - rank(b))) {
    const options = depth === 0 ? full.options : full.options.map(brief)
    const warnings = bare.warnings.filter((warning) => warning !== leftOut('options'))
    const more = { ...bare, usage: depth === 0 ? full.usage : [], options, warnings }
    const cost = sizeOf({ ...more, commands: [] }) - sizeOf({ ...bare, commands: [] })
    if (cost > space) continue
    space -= cost
    shown.set(bare, more)
  }
  const rebuilt = (node: CommandNode): CommandNode => ({
    ...(shown.get(node) ?? node),
    commands: node.commands.map(rebuilt),
  })
  return rebuilt(names)
}

const brief = (option: CommandOption): CommandOption => ({
  ...option,
  description: shorter(option.description),
})

interface Pair {
  names: CommandNode
  whole: CommandNode
  depth: number
}

function pairsOf(names: CommandNode, whole: CommandNode, depth = 0): Pair[] {
  const below = names.commands.flatMap((command, at) => {
    const same = whole.commands[at]
    return same === undefined ? [] : pairsOf(command, same, depth + 1)
  })
  return [{ names, whole, depth }, ...below]
}

/** Removes the commands at this depth and below. */
function withoutCommands(node: CommandNode, depth: number): CommandNode {
  if (depth > 0)
    return { ...node, commands: node.commands.map((command) => withoutCommands(command, depth - 1)) }
  const { commands, warnings } = node
  if (commands.length === 0) return node
  return { ...node, commands: [], warnings: [...warnings, leftOut('commands')] }
}
