import { type CommandNode, calledCommands } from '@cli-apps/help/command-tree'
import { takenBy } from './option-value.ts'

/**
 * Whether arguments contain a word or option that the app's command tree lacks: a command under another name, such as a
 * user's alias, or an undocumented option that is neither `listed` in the effects nor `valued`, which takes the next word.
 * False without a tree.
 */
export function isOutsideTree(
  tree: CommandNode | undefined,
  args: readonly string[],
  {
    listed = new Set(),
    valued = new Set(),
  }: { listed?: ReadonlySet<string>; valued?: ReadonlySet<string> } = {},
): boolean {
  if (tree === undefined) return false
  const nodes = [tree]
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? ''
    const node = nodes.at(-1)
    if (word === '--' || node === undefined) return false
    if (word.length > 1 && word.startsWith('-')) {
      const [name = ''] = word.split('=', 1)
      const toldBy =
        valued.has(name) && name === word ? 1 : valued.has(name) || listed.has(name) ? 0 : undefined
      const taken = valuesOf(nodes, word) ?? toldBy
      if (taken === undefined) return true
      at += taken
    } else {
      const next = calledCommands(node, word)
      // Words after the last command are operands.
      if (next.length === 0 && node.commands.length > 0) return true
      nodes.push(...next)
    }
  }
  return false
}

/** Number of words that an option takes as values; `undefined` if no command on the path has it. */
function valuesOf(nodes: readonly CommandNode[], word: string): number | undefined {
  const [name = ''] = word.split('=', 1)
  const options = nodes.flatMap((node) => node.options)
  const whole = options.find(({ long, short }) => long.includes(name) || short.includes(name))
  if (whole !== undefined) {
    const taken = name === word ? takenBy(whole, name) : 'no'
    // A help that writes `--from=ADDRESS` mostly stands for a program that takes it as the next word too.
    return taken === 'yes' || (taken === 'glued' && !whole.value?.optional && name.startsWith('--')) ? 1 : 0
  }
  if (
    options.some(
      ({ long, short, value }) => value?.direct && [...long, ...short].some((one) => word.startsWith(one)),
    )
  )
    return 0
  if (word.startsWith('--') || /^-\d/.test(word)) return word.startsWith('--') ? undefined : 0
  const first = options.find(({ short }) => short.includes(word.slice(0, 2)))
  return first === undefined ? undefined : 0
}
