import type { Query, QueryForm, QueryUnit, Vocabulary } from '@cli-apps/core'
import { quoted, strongTerm } from '../db/search-rows.ts'

export interface CandidateQueries {
  rare: string | undefined
  common: string[]
}

/** Apps that are worth ranking by Postgres, which reads the terms of each. */
const mostRanked = 1500
/** So few that the common words of the query should find others too. */
const fewRanked = 100

/**
 * The questions in the language of `tsquery` that find what is worth ranking. Words that few apps have are joined by "or" and
 * the matches ranked; words that many have must all be there, first of all in names and tags.
 */
export function candidateQueries({ units }: Query, { count }: Pick<Vocabulary, 'count'>): CandidateQueries {
  const sized = units
    .map((unit) => ({ unit, size: unitSize(unit, count), text: unitText(unit, count) }))
    .filter(({ text }) => text !== '')
    .sort((a, b) => a.size - b.size)
  const rare: string[] = []
  let ranked = 0
  for (const { size, text } of sized) {
    if (ranked + size > mostRanked) break
    ranked += size
    rare.push(text)
  }
  const common = sized.slice(rare.length).filter(({ unit }) => !unit.isExtra)
  const telling = common.filter(({ unit }) => unit.weight >= 1)
  return {
    rare: rare.length === 0 ? undefined : rare.join(' | '),
    common:
      ranked >= fewRanked ? [] : conjunctions((telling.length > 0 ? telling : common).slice(0, 4), count),
  }
}

function conjunctions(
  units: readonly { unit: QueryUnit; text: string }[],
  count: Vocabulary['count'],
): string[] {
  if (units.length === 0) return []
  const anywhere = units.map(({ text }) => `(${text})`).join(' & ')
  const strong = units.map(({ unit }) => unitText(unit, count, strongTerm))
  return strong.includes('') ? [anywhere] : [strong.map((text) => `(${text})`).join(' & '), anywhere]
}

const isFound = ({ terms }: QueryForm, count: Vocabulary['count']): boolean =>
  terms.filter((term) => count(term) > 0).length / terms.length >= 0.6

const formSize = ({ terms }: QueryForm, count: Vocabulary['count']): number => Math.min(...terms.map(count))

const unitSize = ({ forms }: QueryUnit, count: Vocabulary['count']): number =>
  forms.filter((form) => isFound(form, count)).reduce((sum, form) => sum + formSize(form, count), 0)

const asIs = (term: string): string => term

/** Any form of a part of the query; empty when no app has one. */
const unitText = (
  { forms }: QueryUnit,
  count: Vocabulary['count'],
  inIndex: (term: string) => string = asIs,
): string =>
  forms
    .filter((form) => isFound(form, (term) => count(inIndex(term))))
    .map(({ terms }) => formText(terms.map(inIndex)))
    .join(' | ')

/** Of three terms and more it is enough to have two neighbours: the ranker looks closer. */
function formText(terms: readonly string[]): string {
  if (terms.length <= 2) return `(${terms.map(quoted).join(' & ')})`
  const pairs = terms.slice(1).map((term, index) => `(${quoted(terms[index] ?? '')} & ${quoted(term)})`)
  return `(${pairs.join(' | ')})`
}
