import type { CommandNode } from '@cli-apps/help/command-tree'
import { anyCommand } from '../manifest/effect/any-command.ts'
import {
  coveringCommand,
  type Effect,
  listedCommands,
  optionEffects,
  valuedOptions,
  type WithEffects,
} from '../manifest/effect/effect.ts'
import type { RunRecord } from '../workspace/run-record.ts'
import { hasSettings } from './command-line-settings.ts'
import { isQuestion } from './is-question.ts'
import { splitValue } from './listed-option.ts'
import { opensToAll } from './opens-to-all.ts'
import { type IsThere, isListedOption, withOptionEffects } from './option-effect.ts'
import { valueTaken } from './option-value.ts'
import { isOutsideTree } from './outside-tree.ts'

/**
 * Returns the effect of a call, which is that of the command named by its arguments. The app's command tree tells which
 * options before the command to skip (`git -C x push` is `push`). If the tree does not say whether an option takes the
 * next word, both readings count: a call is destructive if either reading is, or if there are too many readings and the
 * app can destroy. Unreadable calls are `unknown`, as are calls that pass configuration or open a port to all, unless
 * their name is destructive, and calls with standard input that name no command of a program that opens a session,
 * which reads its commands there. Options and operands that the manifest lists strengthen the effect.
 */
export function callEffect(
  manifest: WithEffects,
  tree: CommandNode | undefined,
  args: readonly string[],
  { isThere = nothingIsThere, hasInput = false }: CallFacts = {},
): Effect {
  const listed = listedCommands(manifest)
  if (isQuestion(tree, args, listed)) return 'read'
  const valued = valuedOptions(manifest)
  const found = pathsOf({ listed, valued }, tree, args)
  if (found === undefined) return canDestroy(manifest) ? 'destructive' : 'unknown'
  const effectAt = (command: FoundCommand): Effect =>
    withOptionEffects(manifest, { ...command, args, tree, isThere })
  const counts = (one: FoundCommand): boolean => !one.isDoubtful || isListed(manifest, one.path)
  if (found.some((one) => counts(one) && effectAt(one) === 'destructive')) return 'destructive'
  const sure = found.filter(({ isDoubtful }) => !isDoubtful)
  // An entry that lists the option knows what it does there.
  const isJudged = (name: string, at: number): boolean =>
    valued.has(name) || sure.every((command) => isListedOption(manifest, command, { name, at }))
  if (hasSettings(args, isJudged) || opensToAll(args, isJudged)) return 'unknown'
  if (hasInput && isCommanded(manifest) && !found.some(({ path }) => isListed(manifest, path)))
    return 'unknown'
  const [effect, ...others] = new Set(likely(manifest, tree, sure).map(effectAt))
  return effect === undefined || others.length > 0 ? 'unknown' : effect
}

/**
 * The readings that count. Without a help, one that names a listed command is right: `--json` of `--json list` takes no
 * value. Of one command under several of its names, the one of which more words are listed is.
 */
function likely(
  manifest: WithEffects,
  tree: CommandNode | undefined,
  sure: readonly FoundCommand[],
): readonly FoundCommand[] {
  const wordsListed = ({ path }: FoundCommand): number =>
    path.findLastIndex((_, at) => coversExactly(manifest, path.slice(0, at + 1))) + 1
  if (tree !== undefined)
    return sure.filter(
      (one) =>
        one.node === undefined ||
        !sure.some((other) => other.node === one.node && wordsListed(other) > wordsListed(one)),
    )
  const named = sure.filter(({ path }) => isListed(manifest, path))
  return named.length > 0 ? named : sure
}

const coversExactly = (manifest: WithEffects, path: readonly string[]): boolean =>
  coveringCommand(manifest, path)?.command === path.join(' ')

/** What is known of a call besides its arguments. */
interface CallFacts {
  /** Which operands name existing files and folders. */
  isThere?: IsThere | undefined
  /** Something is written to its standard input. */
  hasInput?: boolean | undefined
}

/** Whether what a program reads can destroy: commands of a session. */
const isCommanded = (manifest: WithEffects): boolean =>
  manifest.run?.bare === 'session' && canDestroyAnything(manifest)

const isListed = (manifest: WithEffects, path: readonly string[]): boolean =>
  (coveringCommand(manifest, path)?.command ?? anyCommand) !== anyCommand

/** If the call's folder is unknown, only operands written as paths count as paths. */
const nothingIsThere: IsThere = () => false

/** Whether a word may be a destructive command; the program's own options are judged by name. */
const canDestroy = (manifest: WithEffects): boolean =>
  (manifest.run?.effects?.destructive ?? []).some(
    (entry) => typeof entry === 'string' || entry.command !== undefined,
  )

/**
 * Whether a call of unknown effect may destroy after all: its app lists something destructive, and the arguments contain
 * configuration or words that the command tree lacks, or a session gets commands on standard input. Without a tree, every
 * such call may, except for a question for help. A call that opens a port to all is suspect, whatever its app lists.
 */
export function isSuspect(
  { manifest }: { manifest: WithEffects },
  tree: CommandNode | undefined,
  args: readonly string[],
  { hasInput = false }: CallFacts = {},
): boolean {
  if (opensToAll(args) || (hasInput && isCommanded(manifest))) return true
  if (hasSettings(args) && canDestroyAnything(manifest)) return true
  if (!canDestroy(manifest)) return false
  return tree === undefined
    ? args.length > 0 && !asksForHelp(args)
    : isOutsideTree(tree, args, { listed: optionsOf(manifest), valued: valuedOptions(manifest) })
}

const canDestroyAnything = (manifest: WithEffects): boolean =>
  (manifest.run?.effects?.destructive ?? []).length > 0

const optionsOf = (manifest: WithEffects): ReadonlySet<string> =>
  new Set(optionEffects(manifest).flatMap(({ options }) => options.map((option) => splitValue(option).name)))

const asksForHelp = (args: readonly string[]): boolean =>
  args[0] === 'help' || (args.at(-1) === '--help' && !args.includes('--'))

/**
 * Returns the effect of a call of an installed app. Without its command tree, aliases of commands are unknown, so an
 * unreadable call counts as destructive if anything in the app is.
 */
export function recordEffect(
  { manifest, commands }: Pick<RunRecord, 'manifest' | 'commands'>,
  tree: CommandNode | undefined,
  args: readonly string[],
  facts: CallFacts = {},
): Effect {
  const effect = callEffect(manifest, tree, args, facts)
  const isTreeLost = commands !== undefined && tree === undefined
  return effect === 'unknown' && isTreeLost && canDestroy(manifest) ? 'destructive' : effect
}

/** Each position is read once per possible command, so only abuse comes near this limit. */
const mostReadings = 10_000

interface Reading {
  node: CommandNode | undefined
  path: readonly string[]
  /** Where the arguments after each word of the path begin. */
  starts: readonly number[]
  /** Index of the next argument. */
  at: number
  /** After `--`, no word is an option. */
  isLiteral: boolean
  /** A reading that help does not mention, such as an option with two values; it counts only if it is a listed destructive command. */
  isDoubtful: boolean
}

/** What the manifest knows of the words of calls. */
interface Known {
  listed: readonly string[]
  /** Options that take the next word, beyond those of the tree. */
  valued: ReadonlySet<string>
}

type FoundCommand = Pick<Reading, 'path' | 'starts' | 'node' | 'isDoubtful'>

/** Returns the command paths that the arguments may name among those listed; `undefined` for too many readings. */
function pathsOf(
  known: Known,
  tree: CommandNode | undefined,
  args: readonly string[],
): FoundCommand[] | undefined {
  const { listed } = known
  const found: FoundCommand[] = []
  const seen = new Set<string>()
  const open: Reading[] = [{ node: tree, path: [], starts: [], at: 0, isLiteral: false, isDoubtful: false }]
  for (let reading = open.pop(); reading !== undefined; reading = open.pop()) {
    const words = reading.path.join(' ')
    const key = `${reading.at} ${reading.isLiteral} ${reading.isDoubtful} ${words}`
    if (seen.has(key)) continue
    if (seen.add(key).size > mostReadings) return undefined
    const word = args[reading.at]
    const isOpen = listed.some((one) => words === '' || one.startsWith(`${words} `))
    if (word === undefined || !isOpen) found.push(reading)
    else open.push(...readingsAfter(reading, args.slice(reading.at, reading.at + 2), known))
  }
  return found
}

function readingsAfter(
  reading: Reading,
  [word = '', following]: readonly string[],
  { listed, valued }: Known,
): Reading[] {
  const { node, path, at, isLiteral } = reading
  const next = { ...reading, at: at + 1 }
  // Many programs also look for their command after it, and some ignore it.
  if (word === '--' && !isLiteral) return [{ ...next, isLiteral: true }, next]
  if (word.length > 1 && word.startsWith('-') && !isLiteral) {
    const taken = valueTaken(node, word, valued)
    const withValue = { ...next, at: at + 2 }
    const withTwo = { ...next, at: at + 3, isDoubtful: true }
    const isLong = word.startsWith('--')
    // Programs whose help shows `--git-dir=<path>` mostly accept the value as a separate word too.
    if (taken === 'glued' && isLong) {
      const isValue = !isCommandWord(reading, following, listed)
      return isValue ? [withValue, { ...next, isDoubtful: true }] : [next, { ...withValue, isDoubtful: true }]
    }
    if (taken === 'no' || taken === 'glued') return [next]
    // Short options take one value, as do those of which the manifest says it; help rarely shows a second value.
    const mayTakeTwo = isLong && !(taken === 'yes' && valued.has(word))
    return [...(taken === 'maybe' ? [next] : []), withValue, ...(mayTakeTwo ? [withTwo] : [])]
  }
  const starts = [...reading.starts, at + 1]
  return commandsMeant(node, word, path, listed).map((meant) => ({ ...next, ...meant, starts }))
}

/** Whether a word is certainly a command; also what ends the arguments is no value. */
const isCommandWord = (
  { node, path }: Reading,
  word: string | undefined,
  listed: readonly string[],
): boolean =>
  word === undefined ||
  word.startsWith('-') ||
  nextWords(path, listed).includes(word) ||
  (node?.commands.some((command) => namesOf(command).includes(word)) ?? false)

type Meant = Pick<Reading, 'node' | 'path'>

/**
 * Returns the commands that a word may name: an exact match, one in other letter case (`GET`), otherwise those that it
 * abbreviates, ignoring case, since many programs accept `rem` and `REMOVE` for `remove`.
 */
function commandsMeant(
  node: CommandNode | undefined,
  word: string,
  path: readonly string[],
  listed: readonly string[],
): Meant[] {
  const known = node?.commands ?? []
  const isListed = (one: readonly string[]): boolean =>
    listed.some((entry) => `${entry} `.startsWith(`${one.join(' ')} `))
  const isWritten = known.some((command) => namesOf(command).includes(word)) || isListed([...path, word])
  const isSame = (name: string): boolean =>
    name === word || (!isWritten && name.toLowerCase() === word.toLowerCase())
  const exact = known.filter((command) => namesOf(command).some(isSame))
  const written = nextWords(path, listed).filter(isSame)
  const asWritten: Meant = { node: exact[0], path: [...path, exact[0]?.name ?? word] }
  const isBegun = (name: string): boolean => word !== '' && name.toLowerCase().startsWith(word.toLowerCase())
  const isExact = exact.length > 0 || written.length > 0
  const fitting = isExact ? exact : known.filter((command) => namesOf(command).some(isBegun))
  // A manifest may use any name of a command, even one that is missing in the tree.
  const named = fitting.flatMap((command) => namesOf(command).map((name) => ({ node: command, name })))
  const words = isExact ? written : nextWords(path, listed).filter(isBegun)
  const unnamed = words.filter((name) => !named.some((one) => one.name === name))
  const meant = [...named, ...unnamed.map((name) => ({ node: undefined, name }))]
    .map(({ node, name }) => ({ node, path: [...path, name] }))
    .filter((one) => isListed(one.path))
  if (meant.length === 0) return [asWritten]
  return isExact ? meant : [asWritten, ...meant]
}

/** The words that may follow a path in listed commands. */
function nextWords(path: readonly string[], listed: readonly string[]): string[] {
  const start = path.map((word) => `${word} `).join('')
  const behind = listed.filter((entry) => entry.startsWith(start)).map((entry) => entry.slice(start.length))
  return [...new Set(behind.map((words) => words.split(' ', 1)[0] ?? ''))]
}

const namesOf = ({ name, aliases }: CommandNode): string[] => [name, ...aliases]
