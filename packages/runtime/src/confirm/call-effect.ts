import {
  type AppManifest,
  type CommandNode,
  type Effect,
  effectOf,
  type InstallRecord,
  listedCommands,
} from '@cli-apps/core'
import { hasSettings } from './command-line-settings.ts'
import { type IsThere, withOptionEffects } from './option-effect.ts'
import { valueTaken } from './option-value.ts'
import { isOutsideTree } from './outside-tree.ts'

/**
 * What a call of an app does to the world: the effect of the command that its arguments name. Options before the command
 * are skipped by the app's command tree (`git -C x push` is `push`). Where the tree does not say whether an option takes
 * the next word, both readings count, and what destroys in either is destructive, as is a call of too many readings of an
 * app that can destroy; what cannot be read is `unknown`, and so is what is given configuration on the command line and does not
 * destroy by its name. Options and operands that the manifest lists for a command make its effect stronger; `isThere` says which files and
 * folders operands name.
 */
export function callEffect(
  manifest: AppManifest,
  tree: CommandNode | undefined,
  args: readonly string[],
  isThere: IsThere = nothingIsThere,
): Effect {
  const found = pathsOf(listedCommands(manifest), tree, args)
  if (found === undefined) return canDestroy(manifest) ? 'destructive' : 'unknown'
  const effectAt = (command: FoundCommand): Effect =>
    withOptionEffects(manifest, effectOf(manifest, command.path), { ...command, args, isThere })
  if (found.some((one) => effectAt(one) === 'destructive')) return 'destructive'
  if (hasSettings(args)) return 'unknown'
  const [effect, ...others] = new Set(found.filter(({ isDoubtful }) => !isDoubtful).map(effectAt))
  return effect === undefined || others.length > 0 ? 'unknown' : effect
}

/** Of a call whose folder is not known, operands count as paths only where they are written as such. */
const nothingIsThere: IsThere = () => false

/** Whether a word may be a command that destroys; options of the program itself are judged by their own names. */
const canDestroy = (manifest: AppManifest): boolean =>
  (manifest.run?.effects?.destructive ?? []).some(
    (entry) => typeof entry === 'string' || entry.command !== undefined,
  )

/**
 * Whether a call of unknown effect may destroy after all: its app lists something that destroys, and the arguments hold what its
 * command tree does not have, or configuration.
 */
export const isSuspect = (
  { manifest }: Pick<InstallRecord, 'manifest'>,
  tree: CommandNode | undefined,
  args: readonly string[],
): boolean => canDestroy(manifest) && (hasSettings(args) || isOutsideTree(tree, args))

/**
 * The effect of a call of an installed app. Without the command tree that was read when it was installed, other names of its
 * commands are not known: then what cannot be read counts as destructive where anything of the app is.
 */
export function recordEffect(
  { manifest, commands }: Pick<InstallRecord, 'manifest' | 'commands'>,
  tree: CommandNode | undefined,
  args: readonly string[],
  isThere?: IsThere,
): Effect {
  const effect = callEffect(manifest, tree, args, isThere)
  const isTreeLost = commands !== undefined && tree === undefined
  return effect === 'unknown' && isTreeLost && canDestroy(manifest) ? 'destructive' : effect
}

/** Each place in the arguments is read once for each command that may be meant by then, so only abuse comes near. */
const mostReadings = 10_000

interface Reading {
  node: CommandNode | undefined
  path: readonly string[]
  /** Where the arguments behind each word of the path begin. */
  starts: readonly number[]
  /** The next argument. */
  at: number
  /** A `--` was passed: no word is an option any more. */
  isLiteral: boolean
  /** Help does not tell of this reading, as of an option with two values: it counts only where it destroys. */
  isDoubtful: boolean
}

type FoundCommand = Pick<Reading, 'path' | 'starts' | 'node' | 'isDoubtful'>

/** Paths of commands that the arguments may name, as far as they tell among those listed; `undefined` for too many readings. */
function pathsOf(
  listed: readonly string[],
  tree: CommandNode | undefined,
  args: readonly string[],
): FoundCommand[] | undefined {
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
    else open.push(...readingsAfter(reading, word, listed))
  }
  return found
}

function readingsAfter(reading: Reading, word: string, listed: readonly string[]): Reading[] {
  const { node, path, at, isLiteral } = reading
  const next = { ...reading, at: at + 1 }
  // Many programs look for their command behind it too, and some make nothing of it.
  if (word === '--' && !isLiteral) return [{ ...next, isLiteral: true }, next]
  if (word.length > 1 && word.startsWith('-') && !isLiteral) {
    const taken = valueTaken(node, word)
    const withValue = { ...next, at: at + 2 }
    const withTwo = { ...next, at: at + 3, isDoubtful: true }
    const isLong = word.startsWith('--')
    // Programs whose help writes `--git-dir=<path>` mostly take the value as a word of its own too.
    if (taken === 'glued' && isLong) return [next, { ...withValue, isDoubtful: true }]
    if (taken === 'no' || taken === 'glued') return [next]
    // Short options take one value; help seldom shows the second one of a long option.
    return [...(taken === 'maybe' ? [next] : []), withValue, ...(isLong ? [withTwo] : [])]
  }
  const starts = [...reading.starts, at + 1]
  return commandsMeant(node, word, path, listed).map((meant) => ({ ...next, ...meant, starts }))
}

type Meant = Pick<Reading, 'node' | 'path'>

/**
 * The commands that a word may name: those of that name, else also those that it begins, in either case, since many programs
 * take `rem` and `REMOVE` for `remove`.
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
  const exact = known.filter((command) => namesOf(command).includes(word))
  const asWritten: Meant = { node: exact[0], path: [...path, exact[0]?.name ?? word] }
  const isBegun = (name: string): boolean => word !== '' && name.toLowerCase().startsWith(word.toLowerCase())
  const isExact = exact.length > 0 || isListed([...path, word])
  const fitting = isExact ? exact : known.filter((command) => namesOf(command).some(isBegun))
  // A manifest may call a command by any of its names. One that the tree lacks may be there all the same.
  const named = fitting.flatMap((command) => namesOf(command).map((name) => ({ node: command, name })))
  const words = isExact ? [word] : nextWords(path, listed).filter(isBegun)
  const unnamed = words.filter((name) => !named.some((one) => one.name === name))
  const meant = [...named, ...unnamed.map((name) => ({ node: undefined, name }))]
    .map(({ node, name }) => ({ node, path: [...path, name] }))
    .filter((one) => isListed(one.path))
  if (meant.length === 0) return [asWritten]
  return isExact ? meant : [asWritten, ...meant]
}

/** The words that listed commands go on with after a path. */
function nextWords(path: readonly string[], listed: readonly string[]): string[] {
  const start = path.map((word) => `${word} `).join('')
  const behind = listed.filter((entry) => entry.startsWith(start)).map((entry) => entry.slice(start.length))
  return [...new Set(behind.map((words) => words.split(' ', 1)[0] ?? ''))]
}

const namesOf = ({ name, aliases }: CommandNode): string[] => [name, ...aliases]
