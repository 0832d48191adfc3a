/**
 * Returns a command's key as a tool: the app's name and the words of the command, joined with dots, such as
 * `github.pr.create`; the app's name alone means the program itself. Within a word, dots, percent signs, white space
 * and invisible characters are percent-encoded (`%2E`), so keys are unique.
 */
export const toolKey = (app: string, words: readonly string[]): string =>
  [app, ...words.map(escaped)].join('.')

const escaped = (word: string): string => word.replace(/[.%\s\p{Cc}\p{Cf}]/gu, percent)

/** Not `encodeURIComponent`, which keeps dots. */
const percent = (character: string): string =>
  [...new TextEncoder().encode(character)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('')

/** Splits a key into the app's name and the part for `findCommand`. */
export function splitToolKey(key: string): { app: string; command: string } {
  const dot = key.indexOf('.')
  return dot === -1 ? { app: key, command: '' } : { app: key.slice(0, dot), command: key.slice(dot + 1) }
}
