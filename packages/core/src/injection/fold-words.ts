import { foldText } from '../prompt-marks.ts'

/** `i g n o r e`, `i-g-n-o-r-e`: letters that stand apart, as long as they make a word. */
const spacedLetters = /(?<![\p{L}\p{N}])\p{L}(?:[ .*_-]\p{L}){3,40}(?![\p{L}\p{N}])/gu

/**
 * A text as words are looked for in it: without unseen characters, look-alike letters, marks of emphasis within words and
 * spaces between the letters of a word. Line ends stay where they are.
 */
export function foldWords(text: string): string {
  // Names are compared with one letter for all that look like an l; words need their i.
  return foldText(text.replace(/\r\n?/g, '\n').replace(/[ıіιІΙ]/g, 'i'))
    .replace(/(?<=\p{L})(?:\*{1,3}|`)(?=\p{L})/gu, '')
    .replace(spacedLetters, (letters) => letters.replace(/[ .*_-]/g, ''))
}
