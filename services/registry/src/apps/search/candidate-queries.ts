import type { Query, QueryForm, QueryUnit, Vocabulary } from '@cli-apps/core'
import { quoted, standingTerms, strongTerm } from '../../db/queries/search-rows.ts'

type Counts = Pick<Vocabulary, 'apps' | 'count'>

/** A part of the query in the language of `tsquery`, and how many apps have it at most. */
interface SizedUnit {
  unit: QueryUnit
  text: string
  size: number
}

/** Of so few apps each is a candidate. */
const mostRare = 150
/** How many apps an answer to a question should have, if words met by chance, for it to be enough. */
const wantedApps = 200
/** How many times as many the next question is asked of when it was not. */
const widening = 8

/**
 * The questions in the language of `tsquery` that find what is worth ranking, the most telling first: each is to be asked as
 * long as those before it found too little. Words that few apps have are joined by "or"; words that many have must all be
 * there, in names and tags rather than elsewhere, at last the rarest of them alone.
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
  let wanted = wantedApps
  for (const term of standingTerms.toReversed()) {
    const expected = (size * count(term)) / apps
    if (expected < wanted || count(term) > apps / 2) continue
    steps.push(`(${text}) & ${quoted(term)}`)
    wanted = expected * widening
  }
  return [...steps, text]
}

const asIs = (term: string): string => term

/** Any form of a part of the query; no text when no app has one. */
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

/** Of three terms and more it is enough to have two neighbours: the ranker looks closer. */
function formText(terms: QueryForm['terms']): string {
  if (terms.length <= 2) return `(${terms.map(quoted).join(' & ')})`
  const pairs = terms.slice(1).map((term, index) => `(${quoted(terms[index] ?? '')} & ${quoted(term)})`)
  return `(${pairs.join(' | ')})`
}
