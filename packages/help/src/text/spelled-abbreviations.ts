import type { HelpLine } from './help-line.ts'

const abbreviated = /^(-[a-z])\[([a-z][a-z-]*)\](?=\s|$)/
/** One or two may be options with an optional value: `-O[level]`. */
const leastLines = 3

/**
 * Writes both names of an option where the end of its name is in brackets, as PlantUML does: `-v[erbose]` becomes
 * `-v, -verbose`. It counts where at least three lines leave out two letters or more. Descriptions stay in their column.
 */
export function withSpelledAbbreviations(lines: readonly HelpLine[]): HelpLine[] {
  const found = lines.map(({ text }) => abbreviated.exec(text))
  if (found.filter((one) => (one?.[2] ?? '').length > 1).length < leastLines) return [...lines]
  return lines.map((line, at) => {
    const [written, name, rest] = found[at] ?? []
    if (written === undefined) return line
    const names = `${name}, ${name}${rest}`
    const behind = line.text.slice(written.length)
    const wider = ' '.repeat(names.length - written.length)
    return { ...line, text: names + behind.replace(`  ${wider}`, '  ') }
  })
}
