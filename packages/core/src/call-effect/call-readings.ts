import type { CommandNode } from '@cli-apps/help/command-tree'
import { valueTaken } from './option-value.ts'

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

/** A command that the arguments may name. */
export type FoundCommand = Pick<Reading, 'path' | 'starts' | 'node' | 'isDoubtful'>

/** Returns the command paths that the arguments may name among those listed; `undefined` for too many readings. */
export function pathsOf(
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
