import { type AppManifest, type CommandNode, type Effect, effectOf } from '@cli-apps/core'

/**
 * What a call of an app does to the world: the effect of the command that its arguments name. Options before the command
 * are skipped by the app's command tree (`git -C x push` is `push`). Where the tree does not say whether an option takes
 * the next word, both readings count, and what destroys in either is destructive; what cannot be read is `unknown`.
 */
export function callEffect(
  manifest: AppManifest,
  tree: CommandNode | undefined,
  args: readonly string[],
): Effect {
  if (manifest.run?.effects === undefined) return 'unknown'
  const effects = new Set(pathsOf(tree, args).map((path) => effectOf(manifest, path)))
  if (effects.has('destructive')) return 'destructive'
  const [effect, ...others] = effects
  return effect === undefined || others.length > 0 ? 'unknown' : effect
}

/** Options whose value is uncertain double the readings; more than this are not told apart any further. */
const mostReadings = 32
const deepest = 8

interface Reading {
  node: CommandNode | undefined
  path: readonly string[]
  /** The next argument. */
  at: number
}

/** Paths of commands that the arguments may name. */
function pathsOf(tree: CommandNode | undefined, args: readonly string[]): (readonly string[])[] {
  const found: (readonly string[])[] = []
  const open: Reading[] = [{ node: tree, path: [], at: 0 }]
  for (let count = 0; count < 1000; count++) {
    const reading = open.pop()
    if (reading === undefined) break
    const word = args[reading.at]
    if (word === undefined || word === '--' || reading.path.length === deepest) {
      found.push(reading.path)
      continue
    }
    const next = reading.at + 1
    if (word.length > 1 && word.startsWith('-')) {
      const taken = valueTaken(reading.node, word)
      if (taken !== 'yes') open.push({ ...reading, at: next })
      if (taken !== 'no' && open.length < mostReadings) open.push({ ...reading, at: next + 1 })
      continue
    }
    const command = reading.node?.commands.find(
      ({ name, aliases }) => name === word || aliases.includes(word),
    )
    // A word that is no command of the tree ends the path; without a tree nobody knows, and effects are looked up by it.
    if (reading.node !== undefined && reading.node.commands.length > 0 && command === undefined)
      found.push(reading.path.length === 0 ? [word] : reading.path)
    else open.push({ node: command, path: [...reading.path, command?.name ?? word], at: next })
  }
  return found
}

/** Does this option take the next word as its value? */
function valueTaken(node: CommandNode | undefined, word: string): 'yes' | 'no' | 'maybe' {
  if (word.includes('=')) return 'no'
  const option = node?.options.find(({ long, short }) => long.includes(word) || short.includes(word))
  if (option === undefined) return 'maybe'
  if (option.value === null) return 'no'
  if (option.value.glued) return 'no'
  return option.value.optional ? 'maybe' : 'yes'
}
