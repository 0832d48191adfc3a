import type { Query, QueryForm, QueryUnit, Vocabulary } from '@cli-apps/core'
import { quoted, standingTerms, strongTerm } from '../../db/queries/search-rows.ts'

type Counts = Pick<Vocabulary, 'apps' | 'count'>

/** A part of the query in `tsquery` syntax, and the maximum number of apps that match it. */
interface SizedUnit {
  unit: QueryUnit
  text: string
  size: number
}

/** Up to this many apps, all are candidates. */
const mostRare = 150
/** How many apps a `tsquery` should match, assuming independent words, to be sufficient. */
const targetMatches = 200
/** Factor by which the expected matches of the next `tsquery` grow when one was not sufficient. */
const widening = 8

/**
 * Returns the `tsquery` expressions that find what is worth ranking, the most selective first; run each one
 * only while those before it found too little. Rare words are joined by "or"; common words must all match,
 * first in names and tags, then anywhere, and finally only the rarest of them.
 */
export function candidateQueries({ units }: Query, counts: Counts): string[] {
  const sized = units
    .map((unit) => sizedUnit(unit, counts))
    .filter(({ text }) => text !== '')
    .sort((a, b) => a.size - b.size)
  const rare: string[] = []
  let found = 0
  for (const { size, text } of sized) {
    found = Math.min(found + size, counts.apps)
    if (found > mostRare) break
    rare.push(text)
  }
  const common = sized.slice(rare.length).filter(({ unit }) => !unit.isExtra)
  const telling = common.filter(({ unit }) => unit.weight >= 1)
  const asked = (telling.length > 0 ? telling : common).slice(0, 4).map(({ unit }) => unit)
  return [
    ...(rare.length > 0 ? [rare.join(' | ')] : []),
    ...conjunctions(asked, counts),
    ...(asked.length > 1 ? conjunctions(asked.slice(0, 1), counts) : []),
  ]
}

function conjunctions(units: readonly QueryUnit[], counts: Counts): string[] {
  return [strongTerm, asIs].flatMap((inIndex) => {
    const sized = units.map((unit) => sizedUnit(unit, counts, inIndex))
    if (sized.length === 0 || sized.some(({ text }) => text === '')) return []
    const met = sized.reduce((apps, { size }) => apps * (size / counts.apps), counts.apps)
    const texts = new Set(sized.map(({ text }) => `(${text})`))
    return inSteps([...texts].join(' & '), met, counts)
  })
}

function inSteps(text: string, size: number, { apps, count }: Counts): string[] {
  const steps: string[] = []
  let target = targetMatches
  for (const term of standingTerms.toReversed()) {
    const expected = (size * count(term)) / apps
    if (expected < target || count(term) > apps / 2) continue
    steps.push(`(${text}) & ${quoted(term)}`)
    target = expected * widening
  }
  return [...steps, text]
}

const asIs = (term: string): string => term

/** Returns any form of a part of the query, or empty text when no app has one. */
function sizedUnit(
  unit: QueryUnit,
  { apps, count }: Counts,
  inIndex: (term: string) => string = asIs,
): SizedUnit {
  const forms = unit.forms
    .map(({ terms }) => terms.map(inIndex))
    .filter((terms) => terms.filter((term) => count(term) > 0).length / terms.length >= 0.6)
  const size = forms.reduce((sum, terms) => sum + Math.min(...terms.map(count)), 0)
  return { unit, text: forms.map(formText).join(' | '), size: Math.min(size, apps) }
}

/** With three or more terms, two adjacent ones suffice, because the ranker checks the rest. */
function formText(terms: QueryForm['terms']): string {
  if (terms.length <= 2) return `(${terms.map(quoted).join(' & ')})`
  const pairs = terms.slice(1).map((term, index) => `(${quoted(terms[index] ?? '')} & ${quoted(term)})`)
  return `(${pairs.join(' | ')})`
}
