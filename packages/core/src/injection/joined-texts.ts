/**
 * Joins texts that are displayed one below the other, such as the options of a command, since a reader takes them as
 * one. The two words in between keep unrelated neighbors from matching together.
 */
export const joinedTexts = (texts: readonly string[]): string => texts.join(' x x ')
