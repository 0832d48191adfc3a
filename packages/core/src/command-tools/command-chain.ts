import { type CommandNode, commandWords } from '@cli-apps/help/command-tree'

/** A command with what stands above it: the program first, the command itself last. */
export type CommandChain = readonly [CommandNode, ...CommandNode[]]

/** Words that call the command after its program. */
export const chainWords = (chain: CommandChain): string[] =>
  commandWords(chain.slice(1).map(({ name }) => name))

/** Every command of the tree that words can call, the program itself first. */
export function* walkChains(root: CommandNode): Generator<CommandChain> {
  yield* chainsBelow([root])
}

function* chainsBelow(chain: CommandChain): Generator<CommandChain> {
  yield chain
  for (const command of (chain.at(-1) ?? chain[0]).commands)
    if (isCallable(command.name)) yield* chainsBelow([...chain, command])
}

/** A word that a program can be given as a command: an option or a control character would mean something else. */
const isCallable = (name: string): boolean =>
  name !== '' && name.length <= 200 && !name.startsWith('-') && name.isWellFormed() && !/\p{Cc}/u.test(name)

/** The command at the end of a chain. */
export const lastOf = (chain: CommandChain): CommandNode => chain.at(-1) ?? chain[0]
