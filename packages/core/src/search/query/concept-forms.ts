import type { Via } from '../../documents/search-terms.ts'
import { widerConcepts } from '../concepts.ts'
import { formWeights } from './form-weights.ts'
import type { QueryForm } from './query.ts'

/** The forms of what a word names, and of what that belongs to. */
export function conceptForms(
  concepts: readonly string[],
  weight = formWeights.synonym,
  via: Via = 'synonym',
): QueryForm[] {
  const wider = concepts.flatMap(widerConcepts).filter((concept) => !concepts.includes(concept))
  return [
    ...concepts.map((concept) => ({ terms: [concept], weight, via })),
    ...[...new Set(wider)].map((concept) => ({
      terms: [concept],
      weight: formWeights.related * weight,
      via: 'related' as const,
    })),
  ]
}
