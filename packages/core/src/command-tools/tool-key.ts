/**
 * Name of a command as a tool: the app's name and the words of the command, joined with dots, such as `github.pr.create`; the
 * app's name alone is the program itself. Within a word, dots, percent signs, white space and what cannot be seen are
 * written as in a URL (`%2E`), so that no two commands share a key.
 */
export const toolKey = (app: string, words: readonly string[]): string =>
  [app, ...words.map(escaped)].join('.')

const escaped = (word: string): string => word.replace(/[.%\s\p{Cc}\p{Cf}]/gu, percent)

/** Not `encodeURIComponent`, which leaves the dot as it is. */
const percent = (character: string): string =>
  [...new TextEncoder().encode(character)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('')

/** The app's name and the rest of a key, which `findCommand` takes. */
export function splitToolKey(key: string): { app: string; command: string } {
  const dot = key.indexOf('.')
  return dot === -1 ? { app: key, command: '' } : { app: key.slice(0, dot), command: key.slice(dot + 1) }
}
