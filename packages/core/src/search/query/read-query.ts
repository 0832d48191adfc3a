import { lightWords, stopWords } from '../stop-words.ts'
import { fold, looseNameKey, type Token, tokensOf } from '../tokens.ts'
import { compoundUnits } from './compound-units.ts'
import { isOfFileName, literalUnits } from './literal-units.ts'
import { phraseUnits, placesInPhrases } from './phrase-units.ts'
import type { Query } from './query.ts'
import { runUnits } from './run-units.ts'
import { wordUnit } from './word-unit.ts'

const mostUnits = 24

/** Takes a query apart. Stop words count only where there is nothing else. */
export function readQuery(text: string): Query {
  const tokens = tokensOf(text)
  const isWanted = (token: Token): boolean => !stopWords.has(token.text)
  const wanted = tokens.some((token) => token.kind === 'run' || isWanted(token)) ? isWanted : () => true
  const telling = tokens.filter(wanted)
  const inPhrases = placesInPhrases(tokens)
  const units = [
    ...tokens.flatMap((token, index) => {
      if (token.kind === 'run') return runUnits(token.text)
      return wanted(token) ? [wordUnit(token.text, inPhrases.has(index) || isOfFileName(text, token))] : []
    }),
    ...phraseUnits(tokens, telling),
    ...compoundUnits(tokens),
    ...literalUnits(text),
  ]
  const heavy = tokens.filter((token) => !lightWords.has(token.text))
  return {
    text: fold(text).trim(),
    keys: [...new Set([looseNameKey(text), heavy.map((token) => token.text).join('')])].filter(
      (key) => key !== '',
    ),
    units: units.filter(({ forms }) => forms.length > 0).slice(0, mostUnits),
  }
}
