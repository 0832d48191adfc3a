import { everydayWords, lightWords, plainVerbs, selfWords } from '../stop-words.ts'
import { stemOf } from '../terms.ts'

/** A bare number is mostly an amount in what somebody wants done, and says nothing of the program. */
export const wordWeight = (word: string): number =>
  isAmong(lightWords, word) || isAmong(selfWords, word) || /^\d+$/.test(word)
    ? 0.35
    : isAmong(plainVerbs, word)
      ? 0.6
      : isAmong(everydayWords, word)
        ? 0.4
        : 1

/** Lists have one form of a word. */
const isAmong = (words: ReadonlySet<string>, word: string): boolean =>
  words.has(word) || words.has(stemOf(word)) || words.has(word.replace(/(?<=[a-z])s$/, ''))
