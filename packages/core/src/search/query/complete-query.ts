import { phraseConcepts } from '../concepts.ts'
import { pairsOf } from '../terms.ts'
import { conceptForms } from './concept-forms.ts'
import { formWeights } from './form-weights.ts'
import type { Query, QueryForm, QueryUnit } from './query.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Words that no app has, which may be beginnings or misspelt, and the only word of a query, which may be a beginning. */
export function openWords(query: Query, count: Vocabulary['count']): string[] {
  return query.units.flatMap(({ text, isExtra, forms: [form, ...others] }) => {
    const [term = ''] = form?.terms ?? []
    if (isExtra || (form?.via !== 'word' && form?.via !== 'stem') || pairsOf(text).includes(term)) return []
    const isKnown = count(term) > 0 || others.some(({ terms }) => terms.some((one) => count(one) > 0))
    return text.length >= 2 && (!isKnown || query.units.length === 1) ? [text] : []
  })
}

/** In a sentence, a word that no app has is mostly just that; in a few words it is a beginning, or misspelt. */
const fewUnits = 3
const shortestSlip = 5

/** The query with what its open words may mean besides. */
export function completeQuery(query: Query, vocabulary: Vocabulary): Query {
  const open = new Set(openWords(query, vocabulary.count))
  const written = query.units.filter(({ isExtra }) => !isExtra)
  const isSentence = written.length > fewUnits
  const units = query.units.map((unit) => {
    if (!open.has(unit.text) || unit.isExtra) return unit
    const isLast = unit.text === written.at(-1)?.text
    return { ...unit, forms: [...unit.forms, ...guesses(unit, { vocabulary, isSentence, isLast })] }
  })
  return { ...query, units }
}

interface Circumstances {
  vocabulary: Vocabulary
  isSentence: boolean
  isLast: boolean
}

function guesses({ text, forms }: QueryUnit, { vocabulary, isSentence, isLast }: Circumstances): QueryForm[] {
  const known = new Set(forms.flatMap(({ terms }) => terms))
  const fresh = (terms: readonly string[]): string[] => terms.filter((term) => !known.has(term))
  const isKnown = forms.some(({ terms }) => terms.some((term) => vocabulary.count(term) > 0))
  const completions = isSentence && !isLast ? [] : fresh(vocabulary.completions(text))
  const isRight = isKnown || completions.length > 0 || (isSentence && text.length < shortestSlip)
  const corrections = isRight ? [] : fresh(vocabulary.corrections(text))
  const typo = isSentence ? formWeights.slipInSentence : formWeights.typo
  return [
    ...completions.map((term): QueryForm => ({ terms: [term], weight: formWeights.prefix, via: 'prefix' })),
    ...corrections.flatMap((term) => [
      { terms: [term], weight: typo, via: 'typo' as const },
      ...conceptForms(
        phraseConcepts([term], 0).flatMap(({ concepts }) => concepts),
        typo * formWeights.synonym,
        'typo',
      ),
    ]),
  ]
}
