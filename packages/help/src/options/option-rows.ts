import type { CommandOption } from '../command-tree.ts'
import type { HelpLine } from '../text/help-line.ts'
import { alignSpecs } from './align-specs.ts'
import { isSentence, type OptionSpec, readOptionSpec } from './option-spec.ts'
import { type OptionRow, toOptions } from './row-options.ts'
import { splitColumns } from './split-columns.ts'

interface OptionRows {
  options: CommandOption[]
  /** Lines that begin like an option but could not be parsed. */
  unread: number
}

interface Row extends OptionRow {
  indent: number
  /** The line whose names end with a comma: those of the next belong to it, as yargs wraps both columns. */
  namesGoOnBelow?: number | undefined
  /** Column of the description below names on their own line; nothing in that column is a row. */
  bodyIndent?: number
}

/**
 * Reads the option rows of one section. Rows begin in the same column as their neighbors; deeper lines are
 * descriptions.
 */
export function readOptionRows(
  screen: readonly HelpLine[],
  {
    group,
    isOptions,
    isCommands = false,
  }: { group: string | null; isOptions: boolean; isCommands?: boolean },
): OptionRows {
  const lines = joinNames(splitColumns(screen))
  const specs = alignSpecs(lines)
  // A section of unambiguous rows may contain a few with only one space, as curl's do.
  const clear = specs.filter((spec) => spec?.isRow && spec.rest !== '').length
  const place = { lines, specs, isOptions: isOptions || clear > 3 }
  const columns = rowColumns(place, isCommands ? lines.find(({ text }) => text !== '')?.indent : undefined)
  const rows: Row[] = []
  let current: Row | undefined
  let unread = 0
  lines.forEach((line, at) => {
    if (line.text === '') {
      if (current !== undefined && current.text.at(-1) !== '') current.text.push('')
      return
    }
    const spec = specs[at]
    const isBody = current?.bodyIndent !== undefined && line.indent >= current.bodyIndent
    if (spec !== undefined && columns.has(line.indent) && !isBody && isRow(spec, at, place)) {
      const below = line.text.slice(0, spec.restAt).trimEnd().endsWith(',') ? at : undefined
      if (current?.namesGoOnBelow === at - 1 && current.indent === line.indent) {
        current.spec = joinSpecs(current.spec, spec)
        if (spec.rest !== '') current.text.push(spec.rest)
        current.namesGoOnBelow = below
        return
      }
      const text = spec.rest === '' ? [] : [spec.rest]
      current = { spec, indent: line.indent, text, namesGoOnBelow: below }
      rows.push(current)
    } else if (current !== undefined && belongsTo(current, line)) {
      if (current.spec.rest === '' && line.indent > current.indent) current.bodyIndent ??= line.indent
      current.text.push(line.text)
    } else {
      if (/^--?[A-Za-z0-9]/.test(line.text) && columns.has(line.indent)) unread++
      current = undefined
    }
  })
  return { options: withLiteralValues(shareText(rows)).flatMap((row) => toOptions(row, group)), unread }
}

/** `-a, --all,` above `--no-interactive  text`: names that continue on the next line. */
function joinNames(lines: readonly HelpLine[]): HelpLine[] {
  const joined: HelpLine[] = []
  for (const line of lines) {
    const last = joined.at(-1)
    const goesOn =
      last !== undefined &&
      last.text.length < 200 &&
      /^-.*[^,],$/.test(last.text) &&
      /^--?[A-Za-z0-9]/.test(line.text) &&
      readOptionSpec(last.text)?.rest === ''
    if (goesOn) joined[joined.length - 1] = { indent: last.indent, text: `${last.text} ${line.text}` }
    else joined.push(line)
  }
  return joined
}

/** Deeper lines, and the paragraph directly below names on their own line, even at the same indentation. */
const belongsTo = (row: Row, line: HelpLine): boolean =>
  line.indent > row.indent ||
  (line.indent === row.indent && row.spec.rest === '' && !row.text.includes('') && !/^[-[<]/.test(line.text))

interface Place {
  lines: readonly HelpLine[]
  specs: readonly (OptionSpec | undefined)[]
  isOptions: boolean
}

/** Columns where the section's rows may begin: the leftmost one, and those where a name appears inside such a row. */
function rowColumns(place: Place, limit = 1_000): Set<number> {
  const { lines, specs } = place
  // Sentences may begin with an option's name further left; a gap after the names proves a row.
  const base = leastRow(place, (spec) => spec.isRow && spec.rest !== '') ?? leastRow(place, () => true)
  // Deeper than the commands of the same list, so options of one of them.
  if (base === undefined || base > limit) return new Set()
  const columns = flushIndents(place)
  const below = indentBelow(place, base)
  lines.forEach(({ indent }, at) => {
    const spec = specs[at]
    if (spec === undefined || (indent > base + 1 && indent !== below)) return
    columns.add(indent)
    for (const column of spec.columns) columns.add(indent + column)
  })
  return columns
}

/** MariaDB prints a few options at the margin, and after a blank line the indented list of all others. */
function indentBelow({ lines, specs }: Place, base: number): number | undefined {
  if (base > 0) return undefined
  const clear = lines.flatMap(({ indent }, at) =>
    specs[at]?.isRow && specs[at].rest !== '' ? [{ indent, at }] : [],
  )
  const list = clear.filter(({ indent }) => indent > 0)
  const first = list[0]
  const before = clear.filter(({ indent }) => indent === 0)
  if (first === undefined || lines[first.at - 1]?.text !== '') return undefined
  const isList = list.length > 4 && list.length > before.length && before.every(({ at }) => at < first.at)
  return isList ? first.indent : undefined
}

function leastRow(place: Place, isWanted: (spec: OptionSpec) => boolean): number | undefined {
  let least: number | undefined
  place.lines.forEach(({ indent }, at) => {
    const spec = place.specs[at]
    if (spec === undefined || !isWanted(spec) || (least !== undefined && indent >= least)) return
    if (isRow(spec, at, place)) least = indent
  })
  return least
}

/** citty right-aligns names: rows begin in any column and all names end in one. */
function flushIndents({ lines, specs }: Place): Set<number> {
  const rows = lines.flatMap(({ indent, text }, at) => {
    const spec = specs[at]
    return spec === undefined ? [] : [{ indent, end: indent + text.slice(0, spec.restAt).trimEnd().length }]
  })
  const indents = new Set(rows.map(({ indent }) => indent))
  return rows.length > 2 && indents.size > 2 && rows.every(({ end }) => end === rows[0]?.end)
    ? indents
    : new Set()
}

function isRow(spec: OptionSpec, at: number, { lines, specs, isOptions }: Place): boolean {
  const above = lines[at - 1]
  // A wrapped paragraph whose next line begins with an option's name.
  const isWrapped =
    !spec.isRow &&
    above !== undefined &&
    above.text.length > 60 &&
    above.indent === lines[at]?.indent &&
    specs[at - 1] === undefined
  if (isWrapped) return false
  if (spec.rest !== '') return spec.isRow || (isOptions && !isSentence(spec.rest))
  const line = lines[at]
  const next = lines[at + 1]
  const below = next === undefined || next.text === '' ? lines[at + 2] : next
  if (line === undefined || below === undefined || below.text === '') return true
  const before = lines[at - 1]
  const isParagraph = before === undefined || before.text === '' || below.text.startsWith('-')
  return below.indent > line.indent || isParagraph
}

const mostShared = 10

/**
 * Consecutive lines of names share one description, as in manual pages. A short and a long name are one option; two long
 * ones may be opposites (`--left-only`, `--right-only`), so each stays an option of its own.
 */
function shareText(rows: readonly Row[]): Row[] {
  const shared: Row[] = []
  let count = 0
  for (const row of rows.toReversed()) {
    const below = shared.at(-1)
    count = below !== undefined && isSame(row, below) ? count + 1 : 0
    if (below === undefined || count === 0 || count > mostShared) shared.push(row)
    else if (isOneOption(row.spec, below.spec))
      shared[shared.length - 1] = { ...below, spec: joinSpecs(row.spec, below.spec) }
    else shared.push({ ...row, text: below.text })
  }
  return shared.toReversed()
}

const leastLiterals = 3

/** zip has a row for each value, `-UN=Quit`, `-UN=Warn`, `-UN=Ignore`: one option with these choices. */
function withLiteralValues(rows: readonly Row[]): readonly Row[] {
  const literals = new Map<string, Row[]>()
  for (const row of rows) {
    const name = literalName(row.spec)
    if (name !== undefined) literals.set(name, [...(literals.get(name) ?? []), row])
  }
  return rows.flatMap((row) => {
    const same = literals.get(literalName(row.spec) ?? '') ?? []
    const choices = [...new Set(same.flatMap(({ spec }) => spec.value?.name ?? []))]
    const { value } = row.spec
    if (value === null || choices.length < leastLiterals) return [row]
    return row === same[0]
      ? [{ ...row, spec: { ...row.spec, value: { ...value, name: 'value' }, choices } }]
      : []
  })
}

/** The only name of an option with a word behind its equals sign. */
function literalName({ long, short, value, isBracketed }: OptionSpec): string | undefined {
  const [name, ...others] = [...long, ...short]
  const isLiteral =
    value?.glued === true && !value.optional && !isBracketed && /^[A-Z]?[a-z]+$/.test(value.name)
  return isLiteral && others.length === 0 ? name : undefined
}

const isOneOption = ({ long }: OptionSpec, below: OptionSpec): boolean =>
  new Set([...long, ...below.long].map((name) => name.replace(/^--no-/, '--'))).size < 2

const isSame = (above: Row, row: Row): boolean =>
  above.text.length === 0 &&
  row.text.some((line) => line !== '') &&
  row.spec.rest === '' &&
  row.indent === above.indent &&
  above.spec.value?.name === row.spec.value?.name

const joinSpecs = (above: OptionSpec, spec: OptionSpec): OptionSpec => ({
  ...spec,
  long: [...new Set([...above.long, ...spec.long])],
  short: [...new Set([...above.short, ...spec.short])],
  value: spec.value ?? above.value,
  negatable: above.negatable || spec.negatable,
  repeatable: above.repeatable || spec.repeatable,
})
