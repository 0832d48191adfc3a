import { cleanText } from './clean-text.ts'
import { looksLikeHelp } from './looks-like-help.ts'

/** What one run of a program with a help flag printed. */
export interface HelpRun {
  stdout: string
  stderr: string
  exitCode: number | null
  timedOut: boolean
}

/** Runs the program with these arguments: handed in, because this room does no I/O. */
export type RunHelp = (args: readonly string[]) => Promise<HelpRun>

export type Answer = { text: string; manner: readonly string[] } | { text: undefined; reason: string }

export interface AskForHelpOptions {
  /** Words of the command, none for the program itself. */
  words: readonly string[]
  program: string
  /** The way of asking that worked before. */
  manner?: readonly string[] | undefined
  hasHelpCommand?: boolean
  /** The text is the help of a command above, so not an answer. */
  isForeign?: (text: string) => boolean
}

/** Ways to ask that no program takes for work to do. */
const flags: readonly (readonly string[])[] = [['--help'], ['-h']]

/** Asks for help in the ways that are safe, until one answers; exit status and stream do not matter, content does. */
export async function askForHelp(runHelp: RunHelp, options: AskForHelpOptions): Promise<Answer> {
  const { words, program, manner, hasHelpCommand = false, isForeign = () => false } = options
  const ways = mannersOf(words, { manner, hasHelpCommand })
  const tried: string[] = []
  let foreign = false
  for (const args of ways) {
    const shown = [program, ...args].join(' ')
    tried.push(shown)
    const reply = await ask(runHelp, args, shown)
    if ('reason' in reply) return { text: undefined, reason: reply.reason }
    const { text, printed } = reply
    if (text !== undefined && !isForeign(text)) return { text, manner: args.slice(words.length) }
    foreign ||= text !== undefined
    for (const way of text === undefined ? namedIn(printed, { words, program }) : [])
      if (!ways.some((known) => known.join('\0') === way.join('\0'))) ways.push(way)
  }
  const why = foreign ? 'printed the help of a command above it' : 'printed no help'
  return { text: undefined, reason: `It has no help of its own: \`${tried.join('`, `')}\` ${why}.` }
}

type Reply = { text: string | undefined; printed: string } | { reason: string }

async function ask(runHelp: RunHelp, args: readonly string[], shown: string): Promise<Reply> {
  try {
    const { stdout, stderr, timedOut } = await runHelp(args)
    const text = helpTextOf(stdout, stderr)
    if (text === undefined && timedOut) return { reason: `\`${shown}\` did not finish in time.` }
    return { text, printed: `${stdout}\n${stderr}` }
  } catch (error) {
    return { reason: `\`${shown}\` could not be run: ${messageOf(error)}` }
  }
}

/** Ways that are safe only where the program names them itself: a cluster of flags elsewhere, or a command. */
function namedIn(
  printed: string,
  { words, program }: { words: readonly string[]; program: string },
): string[][] {
  const ways: string[][] = []
  if (/(^|[\s"'`([])-help\b/m.test(printed)) ways.push([...words, '-help'])
  if (words.length === 0 && printed.includes(`${program} help`)) ways.push(['help'])
  return ways
}

function mannersOf(
  words: readonly string[],
  { manner, hasHelpCommand }: { manner: readonly string[] | undefined; hasHelpCommand: boolean },
): string[][] {
  const first = manner === undefined || (manner[0] === 'help' && words.length > 0) ? [] : [manner]
  const ways = [...first, ...flags].map((flag) => [...words, ...flag])
  if (words.length > 0) {
    if (manner?.[0] === 'help') ways.unshift([...words, 'help'])
    if (hasHelpCommand) ways.push(['help', ...words])
  }
  const known = new Set<string>()
  return ways.filter((way) => {
    const key = way.join('\0')
    if (known.has(key)) return false
    known.add(key)
    return true
  })
}

/** The stream that holds a help screen; of two the longer one, as the other is a notice. */
export function helpTextOf(stdout: string, stderr: string): string | undefined {
  const found = [stdout, stderr].filter(looksLikeHelp)
  return found.sort((a, b) => b.length - a.length)[0]
}

const messageOf = (error: unknown): string => {
  const [first] = cleanText(error instanceof Error ? error.message : String(error)).lines
  return first?.text.slice(0, 200) ?? ''
}
