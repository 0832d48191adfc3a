import { phraseConcepts } from '../concepts.ts'
import { stemOf } from '../terms.ts'
import type { Token } from '../tokens.ts'
import type { QueryUnit } from './query.ts'
import { wordUnit } from './word-unit.ts'

/** What is written as it is, and what it names. */
const literals: readonly (readonly [RegExp, string])[] = [
  [/https?:\/\/\S+|\b[a-z\d-]+\.(?:com|org|net)\b/iu, 'website'],
  [/\b\d{1,3}(?:\.\d{1,3}){3}\b/u, 'ipv4'],
]

const ofFileName = /^[\w-]*\.([a-z][a-z\d]{1,4})(?![\w.])/iu

/** What somebody named a file says less than its ending: `screen` in `screen.mov`. */
export function isOfFileName(text: string, { end }: Token): boolean {
  const [, extension = ''] = ofFileName.exec(text.slice(end)) ?? []
  return phraseConcepts([stemOf(extension.toLowerCase())], 0).length > 0
}

/** Addresses are told by their form; what they are about is told by what they are. */
export const literalUnits = (text: string): QueryUnit[] =>
  literals
    .filter(([pattern]) => pattern.test(text))
    .map(([, word]) => ({ ...wordUnit(word, false), text: word }))
