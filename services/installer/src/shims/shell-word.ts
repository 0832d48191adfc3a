/** A word that every POSIX shell takes literally. */
export const quotedForShell = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`

/** The same, without quotes where none are needed. */
export const shellWord = (word: string): string =>
  /^[\w@%+=:,./{}-]+$/.test(word) ? word : quotedForShell(word)
