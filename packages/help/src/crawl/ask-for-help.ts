import { isThinHelp, looksLikeHelp } from '../screen/looks-like-help.ts'
import { cleanText } from '../text/clean-text.ts'
import { argumentsOf, distinct, helpWays, type Manner, namedWays } from './help-ways.ts'
import { isManualPage } from './manual-page.ts'

/** The output of one run of a program with a help flag. */
export interface HelpRun {
  stdout: string
  stderr: string
  exitCode: number | null
  timedOut: boolean
  durationMs?: number
}

/**
 * Runs the program with these arguments; injected, because this package does no I/O. `timeoutMs` is absent while
 * nothing is known about the program.
 */
export type RunHelp = (args: readonly string[], options?: { timeoutMs?: number }) => Promise<HelpRun>

export type Answer =
  | { text: string; manner: Manner }
  /** `isLate`: it might answer with a longer timeout. */
  | { text: undefined; reason: string; isLate?: boolean }

interface AskForHelpOptions {
  /** Words of the command; empty for the program itself. */
  words: readonly string[]
  program: string
  /** How an earlier command was asked successfully. */
  manner?: Manner | undefined
  hasHelpCommand?: boolean
  /** Whether a text is the help of a parent command, and therefore no answer. */
  isAncestorScreen?: (text: string) => boolean
}

/**
 * Asks for help in the safe ways until one answers; only the content counts, not exit status or stream. A screen of a
 * few words, or a manual page in place of a screen, is accepted only if nothing else answers.
 */
export async function askForHelp(runHelp: RunHelp, options: AskForHelpOptions): Promise<Answer> {
  const { words, program, manner, hasHelpCommand = false, isAncestorScreen = () => false } = options
  let ways = helpWays(words, { manner, hasHelpCommand })
  const tried: string[] = []
  let sawAncestor = false
  let spare: Answer | undefined
  for (let at = 0; at < ways.length; at++) {
    const way = ways[at] as Manner
    const args = argumentsOf(way, words)
    const shown = [program, ...args].join(' ')
    tried.push(shown)
    const reply = await ask(runHelp, args, shown)
    if ('reason' in reply) return spare ?? { text: undefined, ...reply }
    const { text, printed } = reply
    const isOwn = text !== undefined && !isAncestorScreen(text)
    if (isOwn && !isManualPage(text) && !isThinHelp(text)) return { text, manner: way }
    if (isOwn && (spare?.text === undefined || text.length > spare.text.length)) spare = { text, manner: way }
    sawAncestor ||= text !== undefined && !isOwn
    // Usage next to an error often names the way to more help: `tool help`.
    if (!isOwn || isThinHelp(text)) ways = distinct([...ways, ...namedWays(printed, { words, program })])
  }
  if (spare !== undefined) return spare
  const why = sawAncestor ? 'printed the help of a command above it' : 'printed no help'
  return { text: undefined, reason: `It has no help of its own: \`${tried.join('`, `')}\` ${why}.` }
}

type Reply = { text: string | undefined; printed: string } | { reason: string; isLate?: boolean }

async function ask(runHelp: RunHelp, args: readonly string[], shown: string): Promise<Reply> {
  try {
    const { stdout, stderr, timedOut } = await runHelp(args)
    const text = helpTextOf(stdout, stderr)
    if (text === undefined && timedOut)
      return { reason: `\`${shown}\` did not finish in time.`, isLate: true }
    return { text, printed: `${stdout}\n${stderr}` }
  } catch (error) {
    return { reason: `\`${shown}\` could not be run: ${messageOf(error)}` }
  }
}

/** Returns the stream that contains a help screen; if both do, the longer one, since the other is a notice. */
export function helpTextOf(stdout: string, stderr: string): string | undefined {
  const found = [stdout, stderr].filter(looksLikeHelp)
  return found.sort((a, b) => b.length - a.length)[0]
}

const messageOf = (error: unknown): string => {
  const [first] = cleanText(error instanceof Error ? error.message : String(error)).lines
  return first?.text.slice(0, 200) ?? ''
}
