import { phraseConcepts } from '../concepts.ts'
import { stemOf } from '../terms.ts'
import type { Token } from '../tokens.ts'
import { conceptForms } from './concept-forms.ts'
import type { QueryUnit } from './query.ts'

const stemsOf = (tokens: readonly Token[]): string[] =>
  tokens.map(({ kind, text }) => (kind === 'word' ? stemOf(text) : text))

/** Concepts of several words together, such as "line endings", also with words between that say nothing: "find all files". */
export function phraseUnits(tokens: readonly Token[], telling: readonly Token[]): QueryUnit[] {
  const units = [tokens, telling].flatMap((some) => {
    const stems = stemsOf(some)
    return some.flatMap((_, index) =>
      phraseConcepts(stems, index)
        .filter(({ length }) => length > 1)
        .slice(0, 1)
        .map(({ concepts, length }) => phraseUnit(some.slice(index, index + length), concepts)),
    )
  })
  return [...new Map(units.map((unit) => [unit.text, unit])).values()]
}

const phraseUnit = (tokens: readonly Token[], concepts: readonly string[]): QueryUnit => ({
  text: tokens.map(({ text }) => text).join(' '),
  weight: 1,
  isExtra: false,
  forms: conceptForms(concepts),
})

/** The places of all words that belong to a concept of several. */
export function placesInPhrases(tokens: readonly Token[]): ReadonlySet<number> {
  const stems = stemsOf(tokens)
  return new Set(
    tokens.flatMap((_, at) => {
      const length = phraseConcepts(stems, at)[0]?.length ?? 0
      return length > 1 ? Array.from({ length }, (_, offset) => at + offset) : []
    }),
  )
}
