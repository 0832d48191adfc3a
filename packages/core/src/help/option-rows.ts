import type { CommandOption } from '../command-tree.ts'
import { alignSpecs } from './align-specs.ts'
import type { HelpLine } from './clean-text.ts'
import { findTypeTag, readOptionDetails } from './option-details.ts'
import type { OptionSpec } from './option-spec.ts'

export interface OptionRows {
  options: CommandOption[]
  /** Lines that begin like an option and could not be read as one. */
  unread: number
}

interface Row {
  spec: OptionSpec
  indent: number
  text: string[]
}

const maxDescription = 500

/** A sentence that happens to begin with an option's name. */
const sentence =
  /^(is|are|and|or|can|may|will|must|should|does|do|was|were|has|have|takes|option|flag|if|then|to be|which|that|instead)\b/

/** Reads the option rows of one section. A row begins where the others of its section do; deeper lines describe it. */
export function readOptionRows(
  lines: readonly HelpLine[],
  { group, isOptions }: { group: string | null; isOptions: boolean },
): OptionRows {
  const specs = alignSpecs(lines)
  // A section of clear rows may hold a few that leave one space only, as curl's do.
  const clear = specs.filter((spec) => spec?.isRow && spec.rest !== '').length
  const place = { lines, specs, isOptions: isOptions || clear > 3 }
  const columns = rowColumns(place)
  const rows: Row[] = []
  let current: Row | undefined
  let unread = 0
  lines.forEach((line, at) => {
    if (line.text === '') {
      if (current !== undefined && current.text.at(-1) !== '') current.text.push('')
      return
    }
    const spec = specs[at]
    if (spec !== undefined && columns.has(line.indent) && isRow(spec, at, place)) {
      current = { spec, indent: line.indent, text: spec.rest === '' ? [] : [spec.rest] }
      rows.push(current)
    } else if (current !== undefined && belongsTo(current, line)) {
      current.text.push(line.text)
    } else {
      if (/^--?[A-Za-z0-9]/.test(line.text) && columns.has(line.indent)) unread++
      current = undefined
    }
  })
  return { options: shareText(rows).map((row) => toOption(row, group)), unread }
}

/** Deeper lines, and the paragraph right below names that stand alone, even at the same indentation. */
const belongsTo = (row: Row, line: HelpLine): boolean =>
  line.indent > row.indent ||
  (line.indent === row.indent && row.spec.rest === '' && !row.text.includes('') && !/^[-[<]/.test(line.text))

interface Place {
  lines: readonly HelpLine[]
  specs: readonly (OptionSpec | undefined)[]
  isOptions: boolean
}

/** Columns where the section's rows may begin: the leftmost one, and those where a name stands inside such a row. */
function rowColumns(place: Place): Set<number> {
  const { lines, specs } = place
  let base = Number.POSITIVE_INFINITY
  lines.forEach((line, at) => {
    const spec = specs[at]
    if (spec !== undefined && line.indent < base && isRow(spec, at, place)) base = line.indent
  })
  const columns = flushIndents(place)
  lines.forEach(({ indent }, at) => {
    const spec = specs[at]
    if (spec === undefined || indent > base + 1) return
    columns.add(indent)
    for (const column of spec.columns) columns.add(indent + column)
  })
  return columns
}

/** citty sets names flush right: rows begin anywhere and all names end at one column. */
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

function isRow(spec: OptionSpec, at: number, { lines, isOptions }: Place): boolean {
  if (spec.rest !== '') return spec.isRow || (isOptions && !sentence.test(spec.rest))
  const line = lines[at]
  const next = lines[at + 1]
  const below = next === undefined || next.text === '' ? lines[at + 2] : next
  if (line === undefined || below === undefined || below.text === '') return true
  const before = lines[at - 1]
  const isParagraph = before === undefined || before.text === '' || below.text.startsWith('-')
  return below.indent > line.indent || isParagraph
}

/** Names on lines of their own, one under the other and described once, are names of one option: man pages do that. */
function shareText(rows: readonly Row[]): Row[] {
  return rows.map((row, at) => {
    const next = rows[at + 1]
    const isShared = row.text.length === 0 && next?.spec.rest === '' && next.indent === row.indent
    return isShared ? { ...row, text: next.text } : row
  })
}

function toOption({ spec, text }: Row, group: string | null): CommandOption {
  const whole = joinLines(text)
  const tag = spec.value === null ? findTypeTag(whole) : undefined
  const details = readOptionDetails(whole, spec.value?.name)
  const value =
    spec.value ??
    (tag === undefined || tag === 'boolean'
      ? null
      : { name: tag === 'list' ? 'values' : tag, type: tag, optional: false, glued: false })
  return {
    long: spec.long,
    short: spec.short,
    value:
      value === null && tag === undefined && details.choices.length > 1 && !/boolean/.test(whole)
        ? choiceValue(whole)
        : value,
    description: cut(firstParagraph(text)),
    ...details,
    repeatable: spec.repeatable || details.repeatable || tag === 'list',
    negatable: spec.negatable,
    inherited: group !== null && /\b(global|inherited|parent|common)\b/i.test(group),
    group,
  }
}

/** yargs prints choices and no placeholder: the option takes one of them. */
const choiceValue = (text: string): CommandOption['value'] =>
  /[[(](choices|possible values):/i.test(text)
    ? { name: 'value', type: 'unknown', optional: false, glued: false }
    : null

const joinLines = (text: readonly string[]): string => text.filter((line) => line !== '').join(' ')

function firstParagraph(text: readonly string[]): string {
  const start = text.findIndex((line) => line !== '')
  if (start < 0) return ''
  const end = text.indexOf('', start)
  return joinLines(text.slice(start, end < 0 ? undefined : end))
}

const cut = (text: string): string =>
  text.length <= maxDescription ? text : `${text.slice(0, maxDescription - 1).trimEnd()}…`
