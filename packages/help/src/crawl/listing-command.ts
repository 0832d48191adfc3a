import type { CommandNode } from '../command-tree.ts'

const word = /^(?:list|commands|list-commands)$/
const announces = /\blists?\b.{0,30}\bcommands\b/i

/**
 * Returns the command that lists all commands, for a program that shows that command's help instead of its own: the
 * usage is the command's, and the screen says to call the program with it alone. `undefined` for any other screen.
 */
export function findListingCommand(
  text: string,
  { program, usage }: { program: string; usage: CommandNode['usage'] },
): string | undefined {
  const [first = '', second = ''] = (usage[0] ?? '').split(' ', 3)
  const name = first === program ? second : first
  if (!word.test(name)) return undefined
  const lines = text
    .slice(0, 100_000)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const isSaid = lines.some(
    (line, at) => isCall(line, program, name) && announces.test(`${lines[at - 1]?.slice(0, 500)}`),
  )
  return isSaid ? name : undefined
}

/** `tool list`, also `$ ./bin/tool list` and `php tool list`, followed by nothing. */
function isCall(line: string, program: string, name: string): boolean {
  const words = line.split(/[\s`'"]+/, 6).filter((part) => part !== '' && part !== '$')
  const called = words.at(-2)?.split(/[\\/]/).at(-1)
  return words.length <= 3 && words.at(-1) === name && called === program
}
