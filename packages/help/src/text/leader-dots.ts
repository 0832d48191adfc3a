import type { HelpLine } from './help-line.ts'

const leader = /^(-.{0,80}?) ?(\.+) +(?=\S)/
/** Fewer may mean that a value can be repeated. */
const leastDots = 4
const leastLines = 3

/**
 * Puts blanks in the place of dots that lead from an option to its description, as nodemon draws them. webp draws few of
 * them where there is little space, `-near_lossless <int> ... use`: those count where at least three lines have many that
 * end in the same column.
 */
export function withoutLeaderDots(lines: readonly HelpLine[]): HelpLine[] {
  const found = lines.map(({ indent, text }) => {
    const [whole = '', before = '', dots = ''] = leader.exec(text) ?? []
    return { start: before.length, dots: dots.length, column: indent + whole.length }
  })
  const counts = new Map<number, number>()
  for (const { dots, column } of found)
    if (dots >= leastDots) counts.set(column, (counts.get(column) ?? 0) + 1)
  return lines.map((line, at) => {
    const { start = 0, dots = 0, column = 0 } = found[at] ?? {}
    if (dots === 0 || (dots < leastDots && (counts.get(column) ?? 0) < leastLines)) return line
    const end = column - line.indent
    return { ...line, text: line.text.slice(0, start) + ' '.repeat(end - start) + line.text.slice(end) }
  })
}
