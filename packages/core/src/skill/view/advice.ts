import { codeSpan, safeProse } from '../safe-text.ts'

/** A word with a character that Markdown would need a backslash for, within the signs of its sentence. */
const word = /(?<![^\s("])([^\s`("]*[\\*[\]~][^\s`]*?)(?=[.,;:!?)"]*(?:\s|$))/g

/**
 * Converts a sentence about calls to Markdown. Words such as `HEAD~1` and `.[].name` become code, since a backslash in
 * them could be taken for a part of the call.
 */
export const advice = (text: string, max: number): string =>
  safeProse(
    text
      .split(/(`[^`]*`)/)
      .map((part, at) => (at % 2 === 1 ? part : part.replace(word, '`$1`')))
      .join(''),
    max,
  )

/** What a program prints, as it is; a sentence that marks its code itself stays a sentence. */
export const symptomText = (text: string, max: number): string =>
  /`[^`]+`/.test(text) ? safeProse(text, max) : codeSpan(text, max)
