import { stemmer } from 'stemmer'
import { phraseConcepts, runConcepts } from './concepts.ts'
import { tokensOf } from './tokens.ts'

/**
 * What a text is indexed by: stems of its words, pairs of neighbouring Chinese or Japanese characters, and the concepts
 * that either name. No segmenter takes part, whose cuts change from one ICU to the next: stored terms are the same
 * everywhere. Each term once, in order.
 */
export function termsOf(text: string): string[] {
  const tokens = tokensOf(text)
  const stems = tokens.map((token) => (token.kind === 'word' ? stemOf(token.text) : token.text))
  const terms = new Set<string>()
  tokens.forEach((token, index) => {
    if (token.kind === 'run') for (const term of runTerms(token.text)) terms.add(term)
    else for (const word of wordParts(token.text)) terms.add(stemOf(word))
    for (const { concepts } of phraseConcepts(stems, index))
      for (const concept of concepts) terms.add(concept)
  })
  return [...terms]
}

/** The same for a name: the words as they are written, its parts at capital letters, and the whole without separators. */
export function nameTerms(name: string): string[] {
  const apart = name.replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
  const written = [...tokensOf(name), ...tokensOf(name.replace(/[\s._-]+/gu, ''))].filter(
    ({ kind }) => kind === 'word',
  )
  const spelt = written.flatMap(({ text }) => [text, stemOf(text)])
  return [...new Set([...termsOf(name), ...termsOf(apart), ...spelt])]
}

/** English words lose their endings; others come out nearly as they are. */
export const stemOf = (word: string): string => stemmer(word)

/** Pairs of neighbouring characters; a lone character stands for itself. */
export function pairsOf(run: string): string[] {
  const characters = [...run]
  if (characters.length === 1) return characters
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}

function runTerms(run: string): string[] {
  const terms = pairsOf(run)
  for (let at = 0; at < run.length; ) {
    const match = runConcepts(run, at)
    terms.push(...(match?.concepts ?? []))
    at += match?.length ?? 1
  }
  return terms
}

/** `md2pdf` is itself, md and pdf. */
function wordParts(word: string): string[] {
  const [, from, to] = /^([a-z]{2,})[24]([a-z]{2,})$/.exec(word) ?? []
  return from === undefined || to === undefined ? [word] : [word, from, to]
}
