/**
 * Texts that are shown one below the other, such as the options of a command, as the one text that a reader makes of them. Two
 * words between them keep two sentences apart that only happen to be neighbors.
 */
export const joinedTexts = (texts: readonly string[]): string => texts.join(' x x ')
