/** A way to ask for help: words before and after the command's words. */
export interface Manner {
  before: readonly string[]
  after: readonly string[]
}

interface HelpWaysOptions {
  /** The way that worked before. */
  manner: Manner | undefined
  /** Whether the program lists a `help` command. */
  hasHelpCommand: boolean
}

const after = (...words: readonly string[]): Manner => ({ before: [], after: words })
const helpCommand: Manner = { before: ['help'], after: [] }

/** How to ask the commands of a program whose root answered to these arguments. */
export const mannerBelow = (args: readonly string[]): Manner =>
  args[0] === 'help' ? helpCommand : after(...args)

export const argumentsOf = ({ before, after: end }: Manner, words: readonly string[]): string[] => [
  ...before,
  ...words,
  ...end,
]

const keyOf = ({ before, after: end }: Manner): string => JSON.stringify([before, end])

/** Ways to ask that no program mistakes for work, most likely first. Each contains a word that asks for help. */
export function helpWays(words: readonly string[], { manner, hasHelpCommand }: HelpWaysOptions): Manner[] {
  const ways = [...(manner === undefined ? [] : [manner]), after('--help'), after('-h')]
  // Never `X help`: a command that takes names would treat the word as one.
  if (words.length > 0 && hasHelpCommand) ways.push(helpCommand)
  return distinct(ways.filter(({ before, after: end }) => before.length + end.length > 0))
}

/** Ways that are safe only if the program mentions them: elsewhere they could be a cluster of flags or an argument. */
export function namedWays(
  printed: string,
  { words, program }: { words: readonly string[]; program: string },
): Manner[] {
  const ways: Manner[] = []
  if (/(^|[\s"'`([])-help\b/m.test(printed)) ways.push(after('-help'))
  if (words.length === 0 && printed.includes(`${program} help`)) ways.push(after('help'))
  if (words.length > 0 && saysWordAtEnd(printed, program)) ways.push(after('help'))
  return ways
}

/** `tool <command> help` */
const saysWordAtEnd = (printed: string, program: string): boolean =>
  printed
    .slice(0, 100_000)
    .split('\n')
    .some((line) => {
      const [first, second = '', ...rest] = line.trim().split(/\s+/, 8)
      return first === program && /^[<[{]/.test(second) && rest.at(-1) === 'help'
    })

export function distinct(ways: readonly Manner[]): Manner[] {
  const known = new Set<string>()
  return ways.filter((way) => !known.has(keyOf(way)) && known.add(keyOf(way)))
}
