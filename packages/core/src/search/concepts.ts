import { stemmer } from 'stemmer'
import { synonyms } from './synonyms.ts'
import { type Token, tokensOf } from './tokens.ts'

/** A place in a text that names concepts: how many tokens, or of a run how many characters, it takes. */
interface ConceptMatch {
  concepts: readonly string[]
  length: number
}

interface Phrase {
  tokens: readonly string[]
  concepts: string[]
}

interface Dictionary {
  /** By first word. */
  phrases: Map<string, Phrase[]>
  /** Chinese and Japanese members, whole. */
  runs: Map<string, string[]>
  /** Concepts that a concept belongs to. */
  wider: Map<string, readonly string[]>
}

/** Concepts as index terms: no word begins with a tilde. */
const termOf = (concept: string): string => `~${concept}`

/** Characters of the longest Chinese or Japanese member that is looked for. */
const longestRun = 11

let dictionary: Dictionary | undefined

function readDictionary(): Dictionary {
  const read: Dictionary = { phrases: new Map(), runs: new Map(), wider: new Map() }
  for (const line of synonyms) {
    const [members = '', wider = ''] = line.split(' < ')
    const [concept = '', ...others] = members.split(', ')
    const term = termOf(concept)
    if (wider !== '') read.wider.set(term, wider.split(', ').map(termOf))
    for (const member of [concept, ...others]) addMember(read, tokensOf(member), term)
  }
  return read
}

function addMember({ phrases, runs }: Dictionary, tokens: readonly Token[], concept: string): void {
  const [first] = tokens
  if (first === undefined) return
  if (first.kind === 'run' && tokens.length === 1) {
    runs.set(first.text, [...new Set([...(runs.get(first.text) ?? []), concept])])
    return
  }
  const words = tokens.map(tokenTerm)
  const known = phrases.get(tokenTerm(first)) ?? []
  const same = known.find((phrase) => phrase.tokens.join(' ') === words.join(' '))
  if (same === undefined) known.push({ tokens: words, concepts: [concept] })
  else if (!same.concepts.includes(concept)) same.concepts.push(concept)
  phrases.set(tokenTerm(first), known)
}

const tokenTerm = ({ kind, text }: Token): string => (kind === 'word' ? stemmer(text) : text)

const known = (): Dictionary => {
  dictionary ??= readDictionary()
  return dictionary
}

/** What the words from `stems[at]` on name, longest first. */
export function phraseConcepts(stems: readonly string[], at: number): ConceptMatch[] {
  const phrases = known().phrases.get(stems[at] ?? '')
  if (phrases === undefined) return []
  return phrases
    .filter(({ tokens }) => tokens.every((word, index) => stems[at + index] === word))
    .map(({ tokens, concepts }) => ({ concepts, length: tokens.length }))
    .sort((a, b) => b.length - a.length)
}

/** The longest member that begins at that character of a run; `undefined` for none of two characters or more. */
export function runConcepts(run: string, at: number): ConceptMatch | undefined {
  const { runs } = known()
  for (let length = Math.min(longestRun, run.length - at); length >= 2; length--) {
    const concepts = runs.get(run.slice(at, at + length))
    if (concepts !== undefined) return { concepts, length }
  }
  return undefined
}

/** What a whole segment names, also one of a single character. */
export const segmentConcepts = (segment: string): readonly string[] => known().runs.get(segment) ?? []

/** Members of as many characters that differ in one: what a slip in a Chinese or Japanese word may have meant. */
export function runsNear(run: string): string[] {
  if (run.length < 3) return []
  return [...known().runs.keys()].filter(
    (member) =>
      member.length === run.length &&
      [...member].filter((character, index) => character !== run[index]).length === 1,
  )
}

export const widerConcepts = (concept: string): readonly string[] => known().wider.get(concept) ?? []
