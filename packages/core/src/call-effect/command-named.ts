import type { CommandNode } from '@cli-apps/help/command-tree'

/** The command that words name one after the other; `undefined` if one of them names none. */
export const commandNamed = (tree: CommandNode, words: readonly string[]): CommandNode | undefined =>
  words.reduce<CommandNode | undefined>(
    (node, word) => node?.commands.find(({ name, aliases }) => name === word || aliases.includes(word)),
    tree,
  )

/** The ways to write the path of a command: with the name of its last word, and with the aliases. */
export const pathsNamed = (path: readonly string[], node: CommandNode | undefined): string[] =>
  path.length === 0
    ? ['']
    : [path.at(-1) ?? '', ...(node === undefined ? [] : [node.name, ...node.aliases])].map((name) =>
        [...path.slice(0, -1), name].join(' '),
      )
