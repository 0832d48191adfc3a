import type { CommandNode } from '../command-tree.ts'
import { readFish } from './read-fish.ts'
import { readZsh } from './read-zsh.ts'

/** A script that completes the calls of a program in a shell. It is read as a text, and never run. */
export interface CompletionScript {
  shell: 'fish' | 'zsh'
  text: string
}

/** Characters of a script that are read. */
export const maxScript = 400_000

/**
 * The commands and options that a script names in a form with one meaning. `undefined` for one that asks the program
 * while it completes.
 */
export function readCompletionScript(
  { shell, text }: CompletionScript,
  name: string,
): CommandNode | undefined {
  const cut = text.slice(0, maxScript)
  const read = shell === 'fish' ? readFish(cut, name) : readZsh(cut, name)
  return read.options.length + read.commands.length === 0 ? undefined : read
}
