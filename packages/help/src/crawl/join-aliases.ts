import type { CommandNode } from '../command-tree.ts'
import { fingerprint } from './same-screen.ts'

interface ReadCommand {
  node: CommandNode
  parent: CommandNode
  /** The screen it printed. */
  text: string | undefined
}

/**
 * Merges commands of one list that print the same screen, whose usage names one of them: the others become its aliases.
 * Returns the nodes removed from the tree.
 */
export function joinAliases(read: readonly ReadCommand[]): ReadonlySet<CommandNode> {
  const screens = new Map<CommandNode, Map<string, CommandNode[]>>()
  for (const { node, parent, text } of read) {
    if (text === undefined) continue
    const ofParent = screens.get(parent) ?? new Map<string, CommandNode[]>()
    screens.set(parent, ofParent)
    const key = fingerprint(text)
    ofParent.set(key, [...(ofParent.get(key) ?? []), node])
  }
  const gone = new Set<CommandNode>()
  for (const [parent, ofParent] of screens) {
    for (const nodes of ofParent.values()) for (const node of aliasesIn(nodes)) gone.add(node)
    if (gone.size > 0) parent.commands = parent.commands.filter((node) => !gone.has(node))
  }
  return gone
}

/** Of nodes with the same screen, returns those not named in its usage; the named one gets them as aliases. */
function aliasesIn(nodes: readonly CommandNode[]): CommandNode[] {
  const [real, ...more] = nodes.length < 2 ? [] : nodes.filter(isNamedByItself)
  if (real === undefined || more.length > 0) return []
  const others = nodes.filter((node) => node !== real)
  real.aliases = [
    ...new Set([...real.aliases, ...others.flatMap(({ name, aliases }) => [name, ...aliases])]),
  ].filter((name) => name !== real.name)
  return others
}

const isNamedByItself = ({ name, usage }: CommandNode): boolean =>
  usage.some((line) => line.split(/[\s|,]+/, 6).includes(name))
