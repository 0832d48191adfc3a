import { foldText } from '../prompt-marks.ts'

/** `i g n o r e`, `i-g-n-o-r-e`: separated letters of one word. */
const spacedLetters = /(?<![\p{L}\p{N}])\p{L}(?:[ .*_-]\p{L}){3,40}(?![\p{L}\p{N}])/gu

/**
 * Normalizes a text for word search: removes invisible characters, look-alike letters, emphasis within words and spaces
 * between the letters of a word. Line ends stay in place.
 */
export function foldWords(text: string): string {
  // Name comparison maps everything that looks like an l to one letter; words need their i.
  return foldText(text.replace(/\r\n?/g, '\n').replace(/[ıіιІΙ]/g, 'i'))
    .replace(/(?<=\p{L})(?:\*{1,3}|`)(?=\p{L})/gu, '')
    .replace(spacedLetters, (letters) => letters.replace(/[ .*_-]/g, ''))
}
