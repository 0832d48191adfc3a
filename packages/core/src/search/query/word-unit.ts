import { phraseConcepts } from '../concepts.ts'
import { stemOf } from '../terms.ts'
import { conceptForms } from './concept-forms.ts'
import type { QueryUnit } from './query.ts'
import { wordWeight } from './word-weight.ts'

export function wordUnit(word: string, isPartOfPhrase: boolean): QueryUnit {
  const stem = stemOf(word)
  const concepts = phraseConcepts([stem], 0).flatMap((match) => match.concepts)
  return {
    text: word,
    weight: wordWeight(word) * (isPartOfPhrase ? 0.5 : 1),
    isExtra: false,
    forms: [{ terms: [stem], weight: 1, via: stem === word ? 'word' : 'stem' }, ...conceptForms(concepts)],
  }
}
