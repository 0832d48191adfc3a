import { phraseConcepts, runConcepts } from './concepts.ts'
import type { Query } from './query/query.ts'
import { pairsOf, stemOf } from './terms.ts'
import { type Token, tokensOf } from './tokens.ts'

/** From and up to, in UTF-16 units as JavaScript counts them. */
export type TextRange = [start: number, end: number]

/** The parts of a text that a query means, in order, none touching the next. */
export function highlightRanges(query: Query, text: string): TextRange[] {
  const wanted = new Set(
    query.units.flatMap(({ forms }) =>
      forms.filter(({ via }) => via !== 'related').flatMap(({ terms }) => terms),
    ),
  )
  const tokens = tokensOf(text)
  const stems = tokens.map((token) => (token.kind === 'word' ? stemOf(token.text) : token.text))
  return joined(
    tokens.flatMap((token, index) => [
      ...(token.kind === 'run' ? runRanges(token, wanted) : wordRanges(token, wanted)),
      ...phraseConcepts(stems, index)
        .filter(({ concepts }) => concepts.some((concept) => wanted.has(concept)))
        .map(({ length }): TextRange => [token.start, tokens[index + length - 1]?.end ?? token.end]),
    ]),
  )
}

const wordRanges = ({ text, start, end }: Token, wanted: ReadonlySet<string>): TextRange[] =>
  wanted.has(text) || wanted.has(stemOf(text)) ? [[start, end]] : []

function runRanges({ text, start, end }: Token, wanted: ReadonlySet<string>): TextRange[] {
  // Folding seldom changes the length of these scripts; where it does, places within are unknown.
  if (text.length !== end - start) return []
  const ranges: TextRange[] = []
  let at = start
  for (const pair of pairsOf(text)) {
    if (wanted.has(pair)) ranges.push([at, at + pair.length])
    at += [...pair][0]?.length ?? 1
  }
  for (let index = 0; index < text.length; ) {
    const match = runConcepts(text, index)
    if (match?.concepts.some((concept) => wanted.has(concept)))
      ranges.push([start + index, start + index + match.length])
    index += match?.length ?? 1
  }
  return ranges
}

function joined(ranges: readonly TextRange[]): TextRange[] {
  const result: TextRange[] = []
  for (const [start, end] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = result.at(-1)
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end)
    else result.push([start, end])
  }
  return result
}
