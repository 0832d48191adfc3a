import { type CommandNode, commandWords } from '@cli-apps/help/command-tree'

/** A command with its parents: the program first, the command itself last. */
export type CommandChain = readonly [CommandNode, ...CommandNode[]]

/** The words after the program that call the command. */
export const chainWords = (chain: CommandChain): string[] =>
  commandWords(chain.slice(1).map(({ name }) => name))

/** Yields every callable command of the tree, the program itself first. */
export function* walkChains(root: CommandNode): Generator<CommandChain> {
  yield* chainsBelow([root])
}

function* chainsBelow(chain: CommandChain): Generator<CommandChain> {
  yield chain
  for (const command of (chain.at(-1) ?? chain[0]).commands)
    if (isCallable(command.name)) yield* chainsBelow([...chain, command])
}

/** Whether a word can be passed as a command: an option or a control character would mean something else. */
const isCallable = (name: string): boolean =>
  name !== '' && name.length <= 200 && !name.startsWith('-') && name.isWellFormed() && !/\p{Cc}/u.test(name)

/** The command at the end of a chain. */
export const lastOf = (chain: CommandChain): CommandNode => chain.at(-1) ?? chain[0]
