import { stemOf } from '../terms.ts'
import type { Token } from '../tokens.ts'
import type { QueryUnit } from './query.ts'

/** Two words that are written as one elsewhere: `type script`. */
export function compoundUnits(tokens: readonly Token[]): QueryUnit[] {
  return tokens.slice(1).flatMap((token, index) => {
    const before = tokens[index]
    if (before === undefined || before.kind === 'run' || token.kind === 'run' || token.text.length === 1)
      return []
    const text = before.text + token.text
    return [
      { text, weight: 1, isExtra: true, forms: [{ terms: [stemOf(text)], weight: 1, via: 'compound' }] },
    ]
  })
}
