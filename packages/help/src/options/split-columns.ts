import type { HelpLine } from '../text/help-line.ts'

/** An option with its text, a gap, and one more with its text: two rows in one line. */
const secondRow = /^-\S.*?\S {2,}(?=-{1,2}[A-Za-z0-9@?#] {2,}\S)/
const leastLines = 3

/**
 * zip and unzip list options in two columns, `-f  freshen files   -u  update files`: the rows of the right column follow
 * those of the left one. Only where at least three lines have their second option in the same place.
 */
export function splitColumns(lines: readonly HelpLine[]): readonly HelpLine[] {
  const counts = new Map<number, number>()
  for (const { indent, text } of lines) {
    const width = secondRow.exec(text)?.[0].length
    if (width !== undefined) counts.set(indent + width, (counts.get(indent + width) ?? 0) + 1)
  }
  const [column] = [...counts].find(([, count]) => count >= leastLines) ?? []
  if (column === undefined) return lines
  const split: HelpLine[] = []
  let right: HelpLine[] = []
  for (const line of lines) {
    const width = column - line.indent
    if (line.text === '') {
      split.push(...right, line)
      right = []
    } else if (line.text.startsWith('-') && line.text.startsWith(' -', width - 1)) {
      split.push({ indent: line.indent, text: line.text.slice(0, width).trimEnd() })
      right.push({ indent: line.indent, text: line.text.slice(width) })
    } else split.push(line)
  }
  return [...split, ...right]
}
