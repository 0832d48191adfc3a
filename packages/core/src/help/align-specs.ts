import type { HelpLine } from './clean-text.ts'
import { type OptionSpec, readOptionSpec } from './option-spec.ts'

/**
 * The option names of every line that begins with some, read in the light of its neighbours: where most descriptions of
 * the section begin at one column, a row that fills its column up to one space is still parted there, and words that
 * stand alone above a deeper description are placeholders.
 */
export function alignSpecs(lines: readonly HelpLine[]): (OptionSpec | undefined)[] {
  const specs = lines.map((line) => readOptionSpec(line.text))
  const column = descriptionColumn(lines, specs)
  return specs.map((spec, at) => {
    const line = lines[at]
    if (spec === undefined || line === undefined || spec.rest === '' || spec.isRow) return spec
    const next = lines[at + 1]
    const words = placeholderWords(spec.rest)
    if (
      words !== undefined &&
      spec.value === null &&
      next !== undefined &&
      next.text !== '' &&
      next.indent > line.indent + 3
    )
      return withPlaceholder(spec, words, '')
    return column === undefined ? spec : partAt(spec, line, column)
  })
}

function descriptionColumn(
  lines: readonly HelpLine[],
  specs: readonly (OptionSpec | undefined)[],
): number | undefined {
  const counts = new Map<number, number>()
  specs.forEach((spec, at) => {
    const line = lines[at]
    if (spec === undefined || line === undefined || spec.rest === '' || !spec.isRow) return
    const column = line.indent + spec.restAt
    counts.set(column, (counts.get(column) ?? 0) + 1)
  })
  let best: number | undefined
  for (const [column, count] of counts) if (count > 1 && count > (counts.get(best ?? -1) ?? 0)) best = column
  return best
}

function partAt(spec: OptionSpec, line: HelpLine, column: number): OptionSpec {
  const at = column - line.indent
  if (at === spec.restAt) return { ...spec, isRow: true }
  if (at < spec.restAt || line.text[at - 1] !== ' ' || line.text[at] === undefined) return spec
  const words = placeholderWords(line.text.slice(spec.restAt, at - 1))
  return words === undefined || spec.value !== null ? spec : withPlaceholder(spec, words, line.text.slice(at))
}

const withPlaceholder = (spec: OptionSpec, name: string, rest: string): OptionSpec => ({
  ...spec,
  value: { name, type: 'unknown', optional: false, glued: false },
  rest,
  isRow: true,
})

/** One to three plain words in lower case, as ImageMagick names the values of an option. */
const placeholderWords = (text: string): string | undefined =>
  /^[a-z][\w:,.{}<>-]*( [a-z{][\w:,.{}<>-]*){0,2}$/.test(text) ? text : undefined
