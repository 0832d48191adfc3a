import { displayWidth } from './display-width.ts'

/** Words in lines of at most that many columns; one that is wider has a line of its own, whole. */
export function wrapWords(words: readonly string[], columns: number): string[] {
  const lines: string[] = []
  let columnsLeft = 0
  for (const word of words) {
    const width = displayWidth(word)
    if (lines.length > 0 && width + 1 <= columnsLeft) {
      lines.push(`${lines.pop()} ${word}`)
      columnsLeft -= width + 1
    } else {
      lines.push(word)
      columnsLeft = columns - width
    }
  }
  return lines
}
