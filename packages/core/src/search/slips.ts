const [shortest, longest] = [4, 40]

/**
 * A word and what is left of it without any one letter. Two words that differ by a letter more, less, other or swapped with
 * its neighbour have one of these in common, so that an index finds them.
 */
export function slipsOf(word: string): string[] {
  if (!isCorrectable(word)) return []
  return [...new Set([word, ...Array.from(word, (_, index) => word.slice(0, index) + word.slice(index + 1))])]
}

/** Only spelt words are corrected: not numbers, not pairs of characters, not concepts. */
export const isCorrectable = (word: string): boolean =>
  word.length >= shortest && word.length <= longest && /^[a-z][a-z0-9]*$/.test(word)
