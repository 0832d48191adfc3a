import { type AppManifest, type CommandNode, type Effect, effectOf } from '@cli-apps/core'

/**
 * What a call of an app does to the world: the effect of the command that its arguments name. Options before the command
 * are skipped by the app's command tree (`git -C x push` is `push`). Where the tree does not say whether an option takes
 * the next word, both readings count, and what destroys in either is destructive, as is a call of too many readings of an
 * app that can destroy; what cannot be read is `unknown`.
 */
export function callEffect(
  manifest: AppManifest,
  tree: CommandNode | undefined,
  args: readonly string[],
): Effect {
  const { read = [], write = [], destructive = [] } = manifest.run?.effects ?? {}
  const paths = pathsOf([...read, ...write, ...destructive], tree, args)
  if (paths === undefined) return destructive.length > 0 ? 'destructive' : 'unknown'
  const effects = new Set(paths.map((path) => effectOf(manifest, path)))
  if (effects.has('destructive')) return 'destructive'
  const [effect, ...others] = effects
  return effect === undefined || others.length > 0 ? 'unknown' : effect
}

/** Each place in the arguments is read once for each command that may be meant by then, so only abuse comes near. */
const mostReadings = 10_000

interface Reading {
  node: CommandNode | undefined
  path: readonly string[]
  /** The next argument. */
  at: number
  /** A `--` was passed: no word is an option any more. */
  isLiteral: boolean
}

/** Paths of commands that the arguments may name, as far as they tell among those listed; `undefined` for too many readings. */
function pathsOf(
  listed: readonly string[],
  tree: CommandNode | undefined,
  args: readonly string[],
): (readonly string[])[] | undefined {
  const found = new Map<string, readonly string[]>()
  const seen = new Set<string>()
  const open: Reading[] = [{ node: tree, path: [], at: 0, isLiteral: false }]
  for (let reading = open.pop(); reading !== undefined; reading = open.pop()) {
    const words = reading.path.join(' ')
    const key = `${reading.at} ${reading.isLiteral} ${words}`
    if (seen.has(key)) continue
    if (seen.add(key).size > mostReadings) return undefined
    const word = args[reading.at]
    const isOpen = listed.some((one) => words === '' || one.startsWith(`${words} `))
    if (word === undefined || !isOpen) found.set(words, reading.path)
    else open.push(...readingsAfter(reading, word, listed))
  }
  return [...found.values()]
}

function readingsAfter(reading: Reading, word: string, listed: readonly string[]): Reading[] {
  const { node, path, at, isLiteral } = reading
  const next = { ...reading, at: at + 1 }
  // Many programs look for their command behind it too.
  if (word === '--' && !isLiteral) return [{ ...next, isLiteral: true }]
  if (word.length > 1 && word.startsWith('-') && !isLiteral) {
    const taken = valueTaken(node, word)
    const withValue = { ...next, at: at + 2 }
    return taken === 'maybe' ? [next, withValue] : [taken === 'yes' ? withValue : next]
  }
  const command = node?.commands.find(({ name, aliases }) => name === word || aliases.includes(word))
  const paths = namesOf(command, word).map((name) => [...path, name])
  // A manifest may call a command by any of its names. One that the tree lacks may be there all the same.
  const named = paths.filter((one) => listed.some((entry) => `${entry} `.startsWith(`${one.join(' ')} `)))
  return (named.length > 0 ? named : paths.slice(0, 1)).map((one) => ({ ...next, node: command, path: one }))
}

const namesOf = (command: CommandNode | undefined, word: string): string[] =>
  command === undefined ? [word] : [command.name, ...command.aliases]

/** Does this option take the next word as its value? */
function valueTaken(node: CommandNode | undefined, word: string): 'yes' | 'no' | 'maybe' {
  if (word.includes('=')) return 'no'
  const option = node?.options.find(({ long, short }) => long.includes(word) || short.includes(word))
  if (option === undefined) return 'maybe'
  if (option.value === null) return 'no'
  if (option.value.glued) return 'no'
  return option.value.optional ? 'maybe' : 'yes'
}
