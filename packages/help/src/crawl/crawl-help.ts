import pMap from 'p-map'
import { type CommandNode, commandWords, emptyCommand } from '../command-tree.ts'
import type { CompletionScript } from '../completions/completion-script.ts'
import { joinCompletions } from '../completions/join-completions.ts'
import { parseHelp } from '../screen/parse-help.ts'
import { createAdaptiveTimeout } from './adaptive-timeout.ts'
import { type Answer, askForHelp, type RunHelp } from './ask-for-help.ts'
import { fillCommand, isInherited, optionKey } from './fill-command.ts'
import { askForListing, followPointers, readManual, readManualsBelow } from './fuller-help.ts'
import { type Manner, mannerBelow } from './help-ways.ts'
import { joinAliases } from './join-aliases.ts'
import { isPageOf } from './manual-page.ts'
import { notAsked, withLimit, withTimeouts } from './run-limits.ts'
import { fingerprint, isScreenOf } from './same-screen.ts'

export interface CrawlHelpOptions {
  /** The program's name. */
  name: string
  /** Maximum depth below the root; 1 by default. */
  depth?: number
  /** Maximum number of commands to ask, including the root. */
  maxCommands?: number
  /** Maximum number of subcommands to ask per command. */
  maxWidth?: number
  concurrency?: number
  /** Returns true when time is up; the crawl then returns what is known so far. */
  deadline?: () => boolean
  signal?: AbortSignal
  /** The manifest's help arguments for the root; tried first. */
  help?: readonly string[]
  /** Returns a manual page by name, or `undefined`; called when a program's own help is thin. */
  readManual?: (page: string) => Promise<string | undefined>
  /** Returns the scripts that complete the program's calls in a shell; their text is read, and never run. */
  readCompletions?: () => Promise<readonly CompletionScript[]>
  /** Timeout per run in milliseconds: the maximum, and the minimum once the program's speed is known. */
  timeouts?: { least: number; most: number }
}

interface Visit {
  node: CommandNode
  parent: CommandNode
  path: readonly string[]
  /** Screens of the parent commands, nearest last. A command that prints one of them has no help of its own. */
  above: readonly string[]
  /** Whether a parent lists a `help` command. */
  hasHelpCommand: boolean
  /** Options of the parents, by `optionKey`. */
  known: ReadonlySet<string>
}

interface Walk {
  runHelp: RunHelp
  options: CrawlHelpOptions
  /** How a command was asked successfully; others are asked the same way first. */
  manner: Manner
  isOver: () => boolean
}

/** The result of a visit. */
interface Visited {
  visit: Visit
  answer: Answer | undefined
}

/**
 * Crawls a program's commands breadth first through their help. It only ever runs help flags, `help X` if the program
 * lists a `help` command, and at the root what its screen names for more help. A listed command that prints a parent's
 * screen becomes a leaf without options. Never throws for the program's behavior: `warnings` say where and why the
 * crawl stopped.
 */
export async function crawlHelp(run: RunHelp, options: CrawlHelpOptions): Promise<CommandNode> {
  const { name, depth = 1, timeouts = { least: 5_000, most: 20_000 } } = options
  const isOver = (): boolean => options.signal?.aborted === true || options.deadline?.() === true
  const runHelp = withTimeouts(run, createAdaptiveTimeout(timeouts))
  const manner = options.help && { before: [], after: options.help }
  const answer = await askForHelp(runHelp, { words: [], program: name, manner })
  if (answer.text === undefined)
    return withoutHelp(
      name,
      isOver() ? `${whyOver(options)} before it told its help.` : answer.reason,
      options,
    )
  const listing = isOver() ? undefined : await askForListing(runHelp, { text: answer.text, program: name })
  if (listing !== undefined) answer.text = listing
  const root = parseHelp(answer.text, { name })
  let hasPage = false
  if (!isOver()) {
    await followPointers(root, { runHelp, text: answer.text, program: name, words: [] })
    hasPage = await readManual(root, { page: name, readManual: options.readManual })
  }
  const scripts = isOver() ? [] : await readScripts(options)
  joinCompletions(root, scripts)
  const walk: Walk = { runHelp, options, manner: mannerBelow(answer.manner.after), isOver }
  await crawlBelow(root, answer.text, walk)
  if (hasPage && depth > 0)
    await readManualsBelow(root, {
      readManual: options.readManual,
      isOver,
      concurrency: options.concurrency ?? 4,
    })
  joinCompletions(root, scripts)
  if (isEmpty(root)) root.warnings.push('No command, option or argument was found in its help.')
  return root
}

const readScripts = async ({ readCompletions }: CrawlHelpOptions): Promise<readonly CompletionScript[]> =>
  (await readCompletions?.().catch(() => undefined)) ?? []

const isEmpty = ({ commands, options, arguments: slots }: CommandNode): boolean =>
  commands.length + options.length + slots.length === 0

/** Asks the commands below the root level by level, until time is up or a limit is reached, which `warnings` tell. */
async function crawlBelow(root: CommandNode, screen: string, walk: Walk): Promise<void> {
  const { options } = walk
  const { depth = 1, maxCommands = 500 } = options
  const start: Visit = {
    node: root,
    parent: root,
    path: [],
    above: [],
    hasHelpCommand: false,
    known: new Set(),
  }
  let level = visitsBelow(start, screen, options)
  let asked = 1
  for (let at = 1; at <= depth && level.length > 0; at++) {
    const allowed = level.slice(0, Math.max(0, maxCommands - asked))
    asked += allowed.length
    const visited = await readLevel(allowed, walk)
    const gone = joinAliases(
      visited.map(({ visit, answer }) => ({ node: visit.node, parent: visit.parent, text: answer?.text })),
    )
    const missed = visited.filter(({ answer }) => answer === undefined)
    for (const { visit } of missed) visit.node.warnings.push(notAsked)
    if (missed.length > 0) {
      root.warnings.push(
        `${whyOver(options)} before every command was asked for its help: ${missed.length} at depth ${at} were not.`,
      )
      return
    }
    if (allowed.length < level.length) {
      root.warnings.push(
        `${level.length - allowed.length} commands at depth ${at} were not asked: the limit is ${maxCommands}.`,
      )
      return
    }
    level = inTurn(
      visited
        .filter(({ visit }) => !gone.has(visit.node))
        .map(({ visit, answer }) => visitsBelow(visit, answer?.text, options)),
    )
  }
  if (level.length > 0)
    root.warnings.push(`${level.length} commands below depth ${depth} are listed without their own help.`)
}

const whyOver = ({ signal }: CrawlHelpOptions): string =>
  signal?.aborted === true ? 'The reading was interrupted' : 'Time was up'

/** Falls back to the manual page of a program without help. */
async function withoutHelp(name: string, reason: string, options: CrawlHelpOptions): Promise<CommandNode> {
  const root = emptyCommand(name)
  const hasPage = await readManual(root, { page: name, readManual: options.readManual })
  joinCompletions(root, await readScripts(options))
  root.warnings.unshift(hasPage ? `${reason} This is its manual page.` : reason)
  return root
}

/** The commands of a screen to ask next; `help` itself is only a way to ask. */
function visitsBelow(
  { node, path, above, hasHelpCommand, known }: Visit,
  screen: string | undefined,
  { maxWidth = 500 }: CrawlHelpOptions,
): Visit[] {
  const screens = screen === undefined ? above : [...above, fingerprint(screen)]
  const listsHelp = hasHelpCommand || node.commands.some(({ name }) => name === 'help')
  const options = new Set([...known, ...node.options.map(optionKey)])
  const askable = node.commands.filter(({ name }) => !/^(?:help|usage|-.*)$/.test(name))
  if (askable.length > maxWidth)
    node.warnings.push(
      `${askable.length - maxWidth} of its commands were not asked for their help: the limit is ${maxWidth}.`,
    )
  return askable.slice(0, maxWidth).map((child) => ({
    node: child,
    parent: node,
    path: [...path, child.name],
    above: screens,
    hasHelpCommand: listsHelp,
    known: options,
  }))
}

/** Interleaves the lists, so that every command gets its share before time is up. */
function inTurn(lists: readonly (readonly Visit[])[]): Visit[] {
  const ranked = lists.flatMap((list) => list.map((visit, rank) => ({ visit, rank })))
  return ranked.sort((a, b) => a.rank - b.rank).map(({ visit }) => visit)
}

/** With fewer commands it is not worth finding out first how they answer. */
const worthLearning = 8

/** Asks every command of a level, and retries those that timed out when the machine is less busy. */
async function readLevel(level: readonly Visit[], walk: Walk): Promise<Visited[]> {
  const { concurrency = 4, timeouts } = walk.options
  const first = level.length < worthLearning ? 0 : 1
  const read = (visit: Visit): Promise<Visited> => readCommand(visit, walk)
  const visited: Visited[] = []
  for (const visit of level.slice(0, first)) {
    const one = await read(visit)
    if (one.answer?.text !== undefined) walk.manner = one.answer.manner
    visited.push(one)
  }
  visited.push(...(await pMap(level.slice(first), read, { concurrency })))
  const late = visited.filter(({ answer }) => answer?.text === undefined && answer?.isLate === true)
  let hopeless = 0
  const patient = { ...walk, runHelp: withLimit(walk.runHelp, Math.ceil((timeouts?.most ?? 20_000) * 1.5)) }
  const askAgain = async (one: Visited): Promise<void> => {
    if (hopeless >= 3 || walk.isOver()) return
    const { answer } = await readCommand(one.visit, patient)
    if (answer === undefined) return
    one.answer = answer
    hopeless = answer.text === undefined ? hopeless + 1 : 0
  }
  await pMap(late, askAgain, { concurrency: Math.max(1, Math.floor(concurrency / 2)) })
  for (const { visit, answer } of visited)
    if (answer !== undefined && answer.text === undefined) visit.node.warnings.push(answer.reason)
  return visited
}

/** Asks one command and fills its node; no answer if time was up before. */
async function readCommand(visit: Visit, { runHelp, options, manner, isOver }: Walk): Promise<Visited> {
  if (isOver()) return { visit, answer: undefined }
  const { node, path, above, hasHelpCommand } = visit
  const { name: program } = options
  const words = commandWords(path)
  const answer = await askForHelp(runHelp, {
    words,
    program,
    manner,
    hasHelpCommand,
    isAncestorScreen: (text) => isScreenOf(text, above) || isPageOf(text, program),
  })
  // A timed-out run tells nothing about the command.
  if (answer.text === undefined) return { visit, answer: isOver() ? undefined : answer }
  const own = parseHelp(answer.text, { name: node.name, parents: [program, ...path.slice(0, -1)] })
  if (!isOver())
    await followPointers(own, { runHelp, text: answer.text, program, words, siblings: visit.parent.commands })
  fillCommand(node, own)
  for (const option of node.options) option.inherited ||= isInherited(option, visit.known)
  return { visit, answer }
}
