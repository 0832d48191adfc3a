import { runConcepts } from '../concepts.ts'
import { pairsOf } from '../terms.ts'
import { conceptForms } from './concept-forms.ts'
import { formWeights } from './form-weights.ts'
import type { QueryUnit } from './query.ts'
import { segmentsOf, segmentUnit } from './segment-unit.ts'
import { wordWeight } from './word-weight.ts'

/** A run falls into members of the dictionary, longest first, and what the segmenter makes of the rest. */
export function runUnits(run: string): QueryUnit[] {
  const units: QueryUnit[] = []
  let rest = ''
  const flush = (): void => {
    units.push(...segmentsOf(rest).flatMap(segmentUnit))
    rest = ''
  }
  for (let at = 0; at < run.length; ) {
    const match = wordAt(run, at) ?? partedWordAt(run, at)
    if (match === undefined) rest += run[at++]
    else {
      flush()
      units.push(dictionaryUnit(match.word, match.concepts))
      at += match.length
    }
  }
  flush()
  return [...units, ...neighbourUnits(units, run)]
}

/** Two words that the dictionary has as one, though others stood between or the object came first: 把图片…压缩. */
function neighbourUnits(units: readonly QueryUnit[], run: string): QueryUnit[] {
  return units.slice(1).flatMap((unit, index) => {
    const before = units[index]?.text ?? ''
    for (const joined of [before + unit.text, unit.text + before]) {
      const match = wordAt(joined, 0)
      if (match?.length === joined.length && !run.includes(joined))
        return [{ text: joined, weight: 1, isExtra: true, forms: conceptForms(match.concepts) }]
    }
    return []
  })
}

interface FoundWord {
  word: string
  concepts: readonly string[]
  /** Characters of the run that it takes. */
  length: number
}

function wordAt(run: string, at: number): FoundWord | undefined {
  const match = runConcepts(run, at)
  return match && { ...match, word: run.slice(at, at + match.length) }
}

const infixes = ['一下', '一个', '一张', '个', '张', '次', '了']

/** Chinese parts verbs such as the one for "take a screenshot", 截图, by a measure word: 截个图. */
function partedWordAt(run: string, at: number): FoundWord | undefined {
  const infix = infixes.find((one) => run.startsWith(one, at + 1))
  if (infix === undefined) return undefined
  const joined = `${run.charAt(at)}${run.slice(at + 1 + infix.length, at + 4 + infix.length)}`
  const word = wordAt(joined, 0)
  return word && word.length > 1 ? { ...word, length: word.length + infix.length } : undefined
}

function dictionaryUnit(word: string, concepts: readonly string[]): QueryUnit {
  const nested = new Set<string>()
  for (let at = 0; at < word.length; at++) {
    const match = at === 0 ? runConcepts(word.slice(0, -1), 0) : runConcepts(word, at)
    for (const concept of match?.concepts ?? []) if (!concepts.includes(concept)) nested.add(concept)
  }
  return {
    text: word,
    weight: wordWeight(word),
    isExtra: false,
    forms: [
      { terms: pairsOf(word), weight: 1, via: 'word' },
      ...conceptForms(concepts),
      ...[...nested].map((concept) => ({
        terms: [concept],
        weight: formWeights.nested,
        via: 'related' as const,
      })),
    ],
  }
}
