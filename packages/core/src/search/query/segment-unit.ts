import { runsNear, segmentConcepts } from '../concepts.ts'
import { stopWords } from '../stop-words.ts'
import { pairsOf } from '../terms.ts'
import { conceptForms } from './concept-forms.ts'
import { formWeights } from './form-weights.ts'
import type { QueryUnit } from './query.ts'
import { wordWeight } from './word-weight.ts'

const hiragana = /^[\p{Script=Hiragana}ー]+$/u

export function segmentUnit(segment: string): QueryUnit[] {
  const concepts = segmentConcepts(segment)
  const slips = concepts.length === 0 ? runsNear(segment).flatMap(segmentConcepts) : []
  // Japanese writes endings and particles in hiragana.
  if (concepts.length === 0 && hiragana.test(segment)) return []
  const isLone = [...segment].length === 1
  return [
    {
      text: segment,
      weight: wordWeight(segment) * (isLone ? 0.5 : 1),
      isExtra: false,
      forms: [
        ...(isLone ? [] : [{ terms: pairsOf(segment), weight: 1, via: 'word' as const }]),
        ...conceptForms(concepts),
        ...conceptForms([...new Set(slips)], formWeights.typo, 'typo'),
      ],
    },
  ]
}

let segmenter: Intl.Segmenter | undefined

/** Words of a stretch that the dictionary does not know. Single characters that follow each other stay together. */
export function segmentsOf(stretch: string): string[] {
  if (stretch === '') return []
  segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' })
  const segments: string[] = []
  let wasLone = false
  for (const { segment } of segmenter.segment(stretch)) {
    if (stopWords.has(segment)) {
      wasLone = false
      continue
    }
    const isLone = [...segment].length === 1
    if (isLone && wasLone) segments.push(`${segments.pop()}${segment}`)
    else segments.push(segment)
    wasLone = isLone
  }
  return segments
}
