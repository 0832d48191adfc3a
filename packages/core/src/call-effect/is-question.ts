import type { CommandNode } from '@cli-apps/help/command-tree'
import { commandNamed } from './command-named.ts'

/**
 * Whether a call only asks the program about itself. Every program answers `--help` and `--version`, with one dash or
 * two, or refuses them, and `--help` right after one of its `listed` commands; what else asks, the command tree tells:
 * `-h`, and commands with `--help` or `help` after them.
 */
export function isQuestion(
  tree: CommandNode | undefined,
  args: readonly string[],
  listed: readonly string[],
): boolean {
  const words = args.slice(0, -1)
  const last = args.at(-1)
  if (words.length === 0 && /^--?(?:help|version)$/.test(last ?? '')) return true
  if (last === undefined) return false
  if (tree === undefined) return last === '--help' && listed.includes(words.join(' '))
  if (words.length === 0 && last.startsWith('-'))
    return tree.options.some(
      ({ short, long, value }) =>
        short.includes(last) && value === null && (long.includes('--help') || long.includes('--version')),
    )
  const node = commandNamed(tree, words)
  return last === '--help' ? node !== undefined : last === 'help' && hasCommand(node, 'help')
}

const hasCommand = (node: CommandNode | undefined, word: string): boolean =>
  node?.commands.some(({ name }) => name === word) ?? false
