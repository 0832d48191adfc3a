import { type CommandNode, type CommandOption, commandWords, emptyCommand } from '../command-tree.ts'
import { askForHelp, type RunHelp } from './ask-for-help.ts'
import { parseHelp } from './parse-help.ts'
import { runPool } from './run-pool.ts'

export interface CrawlHelpOptions {
  /** The program's name. */
  name: string
  /** How many levels below the root are asked; 1 when absent. */
  depth?: number
  /** How many commands are asked at most, the root included. */
  maxCommands?: number
  concurrency?: number
  /** True once time is up: what is known by then is returned. */
  deadline?: () => boolean
  signal?: AbortSignal
  /** How the manifest says to ask the root for help; tried first. */
  help?: readonly string[]
}

interface Visit {
  node: CommandNode
  path: readonly string[]
  /** Screens of the commands above, nearest last: one that comes again is not this command's own. */
  above: readonly string[]
  /** A command above lists a `help` command. */
  hasHelpCommand: boolean
  /** Options of the commands above, by `optionKey`. */
  known: ReadonlySet<string>
}

interface Walk {
  runHelp: RunHelp
  options: CrawlHelpOptions
  /** Arguments that made the root print its help; commands are asked the same way first. */
  manner: readonly string[]
  isOver: () => boolean
}

/**
 * Walks a program's commands breadth first through its own help. Only help flags are ever run, and `help X` where the
 * program lists a `help` command. A listed command that answers with the screen of a command above it stays as a leaf
 * without own options. Never throws for what the program does: `warnings` say where the walk stopped and why.
 */
export async function crawlHelp(runHelp: RunHelp, options: CrawlHelpOptions): Promise<CommandNode> {
  const { name, depth = 1, maxCommands = 500, concurrency = 4 } = options
  const isOver = (): boolean => options.signal?.aborted === true || options.deadline?.() === true
  const answer = await askForHelp(runHelp, { words: [], program: name, manner: options.help })
  if (answer.text === undefined) return { ...emptyCommand(name), warnings: [answer.reason] }
  const root = parseHelp(answer.text, { name })
  const walk: Walk = { runHelp, options, manner: answer.manner, isOver }
  let level = visitsBelow(
    { node: root, path: [], above: [], hasHelpCommand: false, known: new Set() },
    answer.text,
  )
  let asked = 1
  for (let at = 1; at <= depth && level.length > 0; at++) {
    const allowed = level.slice(0, Math.max(0, maxCommands - asked))
    asked += allowed.length
    const next = await runPool(allowed, concurrency, (visit) => readCommand(visit, walk))
    if (isOver()) {
      root.warnings.push('Time was up before every command was asked for its help.')
      return root
    }
    if (allowed.length < level.length) {
      root.warnings.push(
        `${level.length - allowed.length} commands at depth ${at} were not asked: the limit is ${maxCommands}.`,
      )
      return root
    }
    level = next.flat()
  }
  if (level.length > 0)
    root.warnings.push(`${level.length} commands below depth ${depth} are listed without their own help.`)
  return root
}

/** The commands of a screen that may be asked next; `help` is the program's own way to ask. */
function visitsBelow(
  { node, path, above, hasHelpCommand, known }: Visit,
  screen: string | undefined,
): Visit[] {
  const screens = screen === undefined ? above : [...above, fingerprint(screen)]
  const listsHelp = hasHelpCommand || node.commands.some(({ name }) => name === 'help')
  const options = new Set([...known, ...node.options.map(optionKey)])
  return node.commands
    .filter(({ name }) => name !== 'help' && !name.startsWith('-'))
    .map((child) => ({
      node: child,
      path: [...path, child.name],
      above: screens,
      hasHelpCommand: listsHelp,
      known: options,
    }))
}

/** Asks one command and fills its node; returns the commands below it. */
async function readCommand(visit: Visit, { runHelp, options, manner, isOver }: Walk): Promise<Visit[]> {
  if (isOver()) return []
  const { node, path, above, hasHelpCommand } = visit
  const answer = await askForHelp(runHelp, {
    words: commandWords(path),
    program: options.name,
    manner,
    hasHelpCommand,
    isForeign: (text) => above.includes(fingerprint(text)),
  })
  if (answer.text === undefined) {
    node.warnings.push(answer.reason)
    return visitsBelow(visit, undefined)
  }
  fill(node, parseHelp(answer.text, { name: node.name, parents: [options.name, ...path.slice(0, -1)] }))
  for (const option of node.options) option.inherited ||= visit.known.has(optionKey(option))
  return visitsBelow(visit, answer.text)
}

/** An option that a command above has too, described in the same words, is inherited and not its own. */
const optionKey = ({ long, short, description }: CommandOption): string =>
  [...long, ...short, description].join('\0')

/** The command's own screen knows best; what only the list above told is kept. */
function fill(node: CommandNode, own: CommandNode): void {
  const listed = node.commands
  const { aliases, group, summary } = node
  Object.assign(node, own, { aliases, group, summary: summary === '' ? own.summary : summary })
  for (const child of listed)
    if (!node.commands.some(({ name }) => name === child.name)) node.commands.push(child)
}

const fingerprint = (text: string): string => text.replace(/\s+/g, ' ').trim()
