/** Joins an argv for people, its words quoted where a space or sign is in them. Nothing is passed to a shell. */
export const argvText = (argv: readonly string[]): string => argv.map(quotedWord).join(' ')

export const quotedWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word)
