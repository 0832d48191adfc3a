import { stemmer } from 'stemmer'
import { synonyms } from './synonyms.ts'
import { fold, ideograph, type Token, tokensOf } from './tokens.ts'

/** A place in a text that names concepts: how many tokens, or of a run how many characters, it takes. */
interface ConceptMatch {
  concepts: readonly string[]
  length: number
}

interface Phrase {
  tokens: readonly string[]
  concepts: string[]
}

/** Concepts as index terms: no word begins with a tilde. */
const termOf = (concept: string): string => `~${concept}`

/** Characters of the longest Chinese or Japanese member that is looked for. */
const longestRun = 11

/** All members, folded: one line per concept, whose name is first. */
let lines: string | undefined
const membersText = (): string => {
  lines ??= fold(`\n${synonyms.map((line) => line.split(' < ', 1)[0]).join('\n')}`)
  return lines
}

/** The members that match, each with its concept as an index term. */
function* membersLike(pattern: string): Generator<[tokens: readonly Token[], concept: string]> {
  const text = membersText()
  for (const { 0: found, index } of text.matchAll(new RegExp(`(?:\\n|, )(?:${pattern})[^,\\n]*`, 'gu'))) {
    const start = text.lastIndexOf('\n', index) + 1
    const [concept = ''] = text.slice(start, text.indexOf('\n', start)).split(', ', 1)
    yield [tokensOf(found), termOf(concept)]
  }
}

/** Phrases by first word, of those members that begin alike: a program that is asked once stems no others. */
const phrasesRead = new Map<string, ReadonlyMap<string, readonly Phrase[]>>()
const noPhrases: ReadonlyMap<string, readonly Phrase[]> = new Map()

function phrasesFrom(first: string): readonly Phrase[] {
  // A stem of three letters or more keeps the first two of its word, a shorter one the first.
  const [beginning] = /^[a-z\d]{2}(?=.)|^[\p{L}\p{N}]/u.exec(first) ?? []
  if (beginning === undefined) return []
  const read = phrasesRead.get(beginning) ?? readPhrases(beginning)
  // Words from outside begin in any way: what is kept of those that name nothing stays small.
  phrasesRead.set(beginning, read.size === 0 ? noPhrases : read)
  return read.get(first) ?? []
}

function readPhrases(beginning: string): ReadonlyMap<string, readonly Phrase[]> {
  const phrases = new Map<string, Phrase[]>()
  for (const [tokens, concept] of membersLike(beginning)) {
    if (isRun(tokens)) continue
    const words = tokens.map(tokenTerm)
    const [first = ''] = words
    const known = phrases.get(first) ?? []
    const same = known.find((phrase) => phrase.tokens.join(' ') === words.join(' '))
    if (same === undefined) known.push({ tokens: words, concepts: [concept] })
    else if (!same.concepts.includes(concept)) same.concepts.push(concept)
    phrases.set(first, known)
  }
  return phrases
}

const isRun = (tokens: readonly Token[]): boolean => tokens.length === 1 && tokens[0]?.kind === 'run'

const tokenTerm = ({ kind, text }: Token): string => (kind === 'word' ? stemmer(text) : text)

let runsRead: Map<string, string[]> | undefined

/** Chinese and Japanese members, whole. */
function runs(): ReadonlyMap<string, readonly string[]> {
  if (runsRead !== undefined) return runsRead
  runsRead = new Map()
  for (const [tokens, concept] of membersLike(`[${ideograph}]`)) {
    const [{ text } = { text: '' }] = tokens
    if (isRun(tokens)) runsRead.set(text, [...new Set([...(runsRead.get(text) ?? []), concept])])
  }
  return runsRead
}

let widerRead: Map<string, readonly string[]> | undefined

/** Concepts that a concept belongs to. */
function wider(): ReadonlyMap<string, readonly string[]> {
  widerRead ??= new Map(
    synonyms.flatMap((line) => {
      const [members = '', concepts] = line.split(' < ')
      const [concept = ''] = members.split(', ', 1)
      return concepts === undefined ? [] : [[termOf(concept), concepts.split(', ').map(termOf)]]
    }),
  )
  return widerRead
}

/** What the words from `stems[at]` on name, longest first. */
export function phraseConcepts(stems: readonly string[], at: number): ConceptMatch[] {
  return phrasesFrom(stems[at] ?? '')
    .filter(({ tokens }) => tokens.every((word, index) => stems[at + index] === word))
    .map(({ tokens, concepts }) => ({ concepts, length: tokens.length }))
    .sort((a, b) => b.length - a.length)
}

/** The longest member that begins at that character of a run; `undefined` for none of two characters or more. */
export function runConcepts(run: string, at: number): ConceptMatch | undefined {
  const known = runs()
  for (let length = Math.min(longestRun, run.length - at); length >= 2; length--) {
    const concepts = known.get(run.slice(at, at + length))
    if (concepts !== undefined) return { concepts, length }
  }
  return undefined
}

/** What a whole segment names, also one of a single character. */
export const segmentConcepts = (segment: string): readonly string[] => runs().get(segment) ?? []

/** Members of as many characters that differ in one: what a slip in a Chinese or Japanese word may have meant. */
export function runsNear(run: string): string[] {
  if (run.length < 3) return []
  return [...runs().keys()].filter(
    (member) =>
      member.length === run.length &&
      [...member].filter((character, index) => character !== run[index]).length === 1,
  )
}

export const widerConcepts = (concept: string): readonly string[] => wider().get(concept) ?? []
