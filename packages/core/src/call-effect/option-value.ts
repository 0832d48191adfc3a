import type { CommandNode } from '@cli-apps/help/command-tree'

type Taken = 'yes' | 'no' | 'maybe' | 'glued'

/**
 * Whether the option takes the next word as its value. `glued`: help shows the value only after `=` or directly after
 * the letter.
 */
export function valueTaken(node: CommandNode | undefined, word: string): Taken {
  if (word.includes('=')) return 'no'
  const options = node?.options.filter(({ long, short }) => long.includes(word) || short.includes(word)) ?? []
  const [taken = 'maybe', ...others] = new Set(options.map(({ value }) => takenBy(value)))
  // Contradictory descriptions of the same option tell nothing.
  return others.length > 0 ? 'maybe' : taken
}

function takenBy(value: CommandNode['options'][number]['value']): Taken {
  if (value === null) return 'no'
  if (value.glued) return 'glued'
  return value.optional ? 'maybe' : 'yes'
}
