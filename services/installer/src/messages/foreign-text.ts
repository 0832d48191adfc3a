/** STX, which the terminal never gets: all other control characters but tab and line feed are taken out as well. */
const mark = '\u0002'

/** Marks third-party text, such as a description, so that it is not translated even if it equals a message. */
export const foreignText = (text: string): string => `${mark}${text}`

export const isForeignLine = (line: string): boolean => line.includes(mark)
