import type { HelpLine } from '../text/help-line.ts'
import { type OptionSpec, readOptionSpec } from './option-spec.ts'
import { readValue } from './option-value.ts'

/**
 * Reads the option names of each line in the context of its neighbors: if most descriptions begin in one column, a row
 * that fills its column up to one space is still split there, and words alone above a deeper description are
 * placeholders.
 */
export function alignSpecs(lines: readonly HelpLine[]): (OptionSpec | undefined)[] {
  const specs = withTypeColumn(
    withDashValues(
      lines,
      lines.map((line) => readOptionSpec(line.text)),
    ),
  )
  const column = descriptionColumn(lines, specs)
  const known = commonPlaceholders(specs)
  const aligned = specs.map((spec, at) => {
    const line = lines[at]
    if (spec === undefined || line === undefined || spec.rest === '' || spec.isRow) return spec
    const next = lines[at + 1]
    const [first = ''] = spec.rest.split(' ', 1)
    const words = placeholderWords(spec.rest)
    if (
      words !== undefined &&
      spec.value === null &&
      next !== undefined &&
      next.text !== '' &&
      next.indent > line.indent + 3
    )
      return withPlaceholder(spec, words, '')
    // A name too long for its column is followed by one space and a placeholder that other rows use too.
    if (spec.value === null && known.has(first)) {
      const end = spec.restAt + first.length + 1
      return withPlaceholder({ ...spec, restAt: end }, first, line.text.slice(end))
    }
    return column === undefined ? spec : partAt(spec, line, column)
  })
  return withTwoValues(aligned)
}

/**
 * mutool writes a dash for a value: `-p -  password` beside `-q  be quiet`. Where every row has a dash, it separates the
 * name from the description.
 */
function withDashValues(
  lines: readonly HelpLine[],
  specs: readonly (OptionSpec | undefined)[],
): (OptionSpec | undefined)[] {
  const hasDash = (spec: OptionSpec | undefined, at: number): boolean =>
    spec?.value === null && / - {2,}$/.test(lines[at]?.text.slice(0, spec.restAt) ?? '')
  const rows = specs.filter((spec) => spec?.isRow && spec.rest !== '').length
  const dashed = specs.filter(hasDash).length
  if (dashed < 2 || rows - dashed < 2) return [...specs]
  return specs.map((spec, at) =>
    spec !== undefined && hasDash(spec, at) ? withPlaceholder(spec, 'value', spec.rest) : spec,
  )
}

/**
 * `-annotate geometry text`, where `-size geometry` and others take the first word alone: two values. `input file` is
 * one, as nothing takes an input.
 */
function withTwoValues(specs: readonly (OptionSpec | undefined)[]): (OptionSpec | undefined)[] {
  const alone = commonPlaceholders(specs)
  const isPair = ([first, ...more]: readonly string[]): boolean =>
    first !== undefined && more.length === 1 && alone.has(first)
  const wordsOf = (spec: OptionSpec | undefined): string[] =>
    spec?.value?.glued === false && /^[a-z]+ [a-z]+$/.test(spec.value.name) ? spec.value.name.split(' ') : []
  // One such pair may be a phrase that begins like another option's value.
  if (specs.filter((spec) => isPair(wordsOf(spec))).length < 3) return [...specs]
  return specs.map((spec) => {
    const words = wordsOf(spec)
    return spec?.value && (isPair(words) || alone.has(words[1] ?? ''))
      ? { ...spec, value: { ...spec.value, name: words.map((word) => `<${word}>`).join(' ') } }
      : spec
  })
}

/** Lowercase placeholders that at least three rows use. */
function commonPlaceholders(specs: readonly (OptionSpec | undefined)[]): ReadonlySet<string> {
  const counts = new Map<string, number>()
  for (const name of specs.flatMap((spec) => spec?.value?.name ?? []))
    if (/^[a-z]{1,12}$/.test(name)) counts.set(name, (counts.get(name) ?? 0) + 1)
  return new Set([...counts].filter(([, count]) => count > 2).map(([name]) => name))
}

/** `TEXT`, `<file>`, `[a|b]`, `INTEGER RANGE [0<=x<=9]` in a separate column between names and description. */
const typeColumn =
  /^([A-Z][A-Z_]{2,}(?: RANGE)?(?: \[[^[\]]{1,80}\])?|<[^<>]{1,60}>|\[[\w.+-]{1,40}(?:\|[\w.+-]{1,40}){1,40}\])(\.\.\.)?( {2,}|$)(?![[(])/

/** typer and others use separate columns for short names and types: `--count  -c  INTEGER  text`. */
function withTypeColumn(specs: readonly (OptionSpec | undefined)[]): (OptionSpec | undefined)[] {
  return specs.map((spec) => {
    if (spec === undefined || !spec.isRow || spec.value !== null) return spec
    const names = /^(-[A-Za-z0-9]|--no-[\w-]{1,60})( {2,}|$)/.exec(spec.rest)
    const rest = spec.rest.slice(names?.[0].length ?? 0)
    const type = typeColumn.exec(rest)
    if (names === null && type === null) return spec
    const read = type?.[1] === undefined ? undefined : readValue(`=${type[1].replace(/ \[.*$/, '')}`, 0)
    const at = spec.restAt + (names?.[0].length ?? 0) + (type?.[0].length ?? 0)
    return {
      ...spec,
      short: names?.[1]?.length === 2 ? [...spec.short, names[1]] : spec.short,
      negatable: spec.negatable || names?.[1]?.startsWith('--no-') === true,
      value: read?.value ? { ...read.value, optional: false, glued: false } : null,
      choices: read?.choices ?? [],
      repeatable: spec.repeatable || type?.[2] !== undefined,
      rest: rest.slice(type?.[0].length ?? 0),
      restAt: at,
    }
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

/** One to three plain lowercase words, as ImageMagick names the values of an option. */
const placeholderWords = (text: string): string | undefined =>
  !/\b(?:without|with|and|or|the|of|to|for|in|is|as)\b/.test(text) &&
  /^[a-z][\w:,.{}<>-]*( [a-z{][\w:,.{}<>-]*){0,2}$/.test(text)
    ? text
    : undefined
