import { type AppName, isAppName } from '@cli-apps/core'
import type { MentionReader } from './mentions.ts'
import { isNameEnd } from './word-boundaries.ts'

/** A name that matches nothing here. */
export interface UnknownName {
  kind: 'unknown'
  name: AppName
}

/** Maximum words to look at; a longer message is not prose. */
const mostWords = 500
const longestName = 55

/** Reads words that could name an app; the same word returns the same object. */
export function createUnknownReader(): MentionReader<UnknownName> {
  const seen = new Map<string, UnknownName | undefined>()
  let count = 0
  return (text, at) => {
    if (count >= mostWords) return undefined
    const end = wordEnd(text, at)
    if (end === at || end - at > longestName || !isNameEnd(text, end)) return undefined
    count++
    const word = text.slice(at, end).toLowerCase()
    const known = seen.get(word)
    if (known !== undefined || seen.has(word)) return known
    const made: UnknownName | undefined = isAppName(word) ? { kind: 'unknown', name: word } : undefined
    seen.set(word, made)
    return made
  }
}

/** End of the run of letters, digits and hyphens; stops early beyond the length of any name. */
function wordEnd(text: string, at: number): number {
  let end = at
  while (
    end - at <= longestName &&
    (isWord(text.charCodeAt(end)) || (text[end] === '-' && isWord(text.charCodeAt(end + 1))))
  )
    end++
  return end
}

const isWord = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57)
