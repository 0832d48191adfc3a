/** What is known of the words of all apps. */
export interface Vocabulary {
  /** How many apps there are. */
  apps: number
  /** How many of them have the term. */
  count(term: string): number
  /** Terms that begin so, the commonest first. */
  completions(word: string): readonly string[]
  /** Terms that a slip of the pen may have made of it. */
  corrections(word: string): readonly string[]
}
