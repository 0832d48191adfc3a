/** STX, which the terminal never gets: all other control characters but tab and line feed are taken out as well. */
const mark = '\u0002'

/** Marks a text as the words of a stranger, such as a description, which may look like one of ours and is no translation's. */
export const foreignText = (text: string): string => `${mark}${text}`

export const isForeignLine = (line: string): boolean => line.includes(mark)
