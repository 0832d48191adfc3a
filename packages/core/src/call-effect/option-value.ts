import type { CommandNode } from '@cli-apps/help/command-tree'

type Taken = 'yes' | 'no' | 'maybe' | 'glued'

/**
 * Whether the option takes the next word as its value. `glued`: help shows the value only after `=` or directly after
 * the letter. `valued` are options of which the manifest says that they take it, where the help does not say so.
 */
export function valueTaken(node: CommandNode | undefined, word: string, valued: ReadonlySet<string>): Taken {
  if (word.includes('=')) return 'no'
  const options = optionsNamed(node, word)
  if (options.length === 0) return valued.has(word) ? 'yes' : takenByOthers(node, word)
  const [taken = 'maybe', ...others] = new Set(options.map((option) => takenBy(option, word)))
  // Contradictory descriptions of the same option tell nothing.
  if (others.length > 0) return 'maybe'
  return taken === 'glued' && valued.has(word) ? 'yes' : taken
}

/** The options of a command that have exactly this name. */
export const optionsNamed = (node: CommandNode | undefined, word: string): CommandNode['options'] =>
  node?.options.filter(({ long, short }) => long.includes(word) || short.includes(word)) ?? []

/** Whether a word is nothing but letters of switches, as `-At` is `-A -t`. */
export const isSwitchCluster = (node: CommandNode | undefined, word: string): boolean =>
  /^-[A-Za-z]{2,}$/.test(word) &&
  optionsNamed(node, word).length === 0 &&
  [...word.slice(1)].every((letter) => {
    const own = optionsNamed(node, `-${letter}`)
    return own.length > 0 && own.every(({ value }) => value === null)
  })

/** `--no-ci` is the opposite of the switch `--ci`, `-At` are two switches, and in `-m60` the value touches the letter. */
function takenByOthers(node: CommandNode | undefined, word: string): Taken {
  const opposite = optionsNamed(node, word.replace(/^--no-/, '--'))
  if (word.startsWith('--no-') && opposite.length > 0 && opposite.every(({ value }) => value === null))
    return 'no'
  if (isSwitchCluster(node, word)) return 'no'
  const letter = /^-[^-]./.test(word) ? optionsNamed(node, word.slice(0, 2)) : []
  return letter.length > 0 && letter.every(({ value }) => value !== null && !value.optional) ? 'no' : 'maybe'
}

/** In `-n, --name=NAME`, the sign belongs to the long name, and the letter takes the next word. */
export function takenBy({ value, long }: CommandNode['options'][number], word: string): Taken {
  if (value === null) return 'no'
  const isLetter = /^-[^-]$/.test(word) && long.length > 0
  if (value.glued && !(isLetter && !value.optional)) return 'glued'
  return value.optional ? 'maybe' : 'yes'
}
