import type { AppManifest, Issue } from '@cli-apps/core'
import type { CatalogEntry } from '../entries.ts'
import { ownTexts } from './own-texts.ts'
import { type CatalogRule, issueOf } from './rule.ts'

/** Shorter sentences, such as "Convert files", may repeat. */
const leastLetters = { latin: 24, han: 8 }

/**
 * A sentence that appears in two entries belongs in a template, or is not about the program. Names of the app count as
 * one word, so that copies with another name are found too.
 */
export const ownSentences: CatalogRule = {
  id: 'catalog.own-sentences',
  wants: 'sentences that stand in one entry',
  check(entries) {
    const seen = new Map<string, CatalogEntry>()
    const issues: Issue[] = []
    for (const entry of entries)
      for (const [place, text] of ownTexts(entry.manifest))
        for (const sentence of sentencesOf(text)) {
          const key = shapeOf(sentence, entry.manifest)
          if (!isLong(key)) continue
          const first = seen.get(key)
          if (first === undefined) seen.set(key, entry)
          else if (first !== entry)
            issues.push(issueOf(entry, place, `says the same as ${first.name}: "${sentence}"`))
        }
    return issues
  },
}

const sentencesOf = (text: string): string[] =>
  text
    .split(/(?<=[.!?])\s+|(?<=[。！？；])/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')

/** The sentence in lowercase, without punctuation, with one placeholder for every name of the app. */
function shapeOf(sentence: string, { name, display_name, entry_point }: AppManifest): string {
  const names = [display_name, entry_point, name].map((word) => word.toLowerCase())
  const marked = names.reduce((text, word) => text.replaceAll(word, '@'), sentence.toLowerCase())
  return marked.replace(/[^\p{L}\p{N}@]+/gu, ' ').trim()
}

const isLong = (shape: string): boolean =>
  shape.length >= leastLetters.latin || (shape.match(/\p{Script=Han}/gu) ?? []).length >= leastLetters.han
