import type { CommandOption, OptionValue } from '../command-tree.ts'
import { findTypeTag, readAliases, readOptionDetails } from './option-details.ts'
import type { OptionSpec } from './option-spec.ts'

/** An option as help shows it. */
export interface OptionRow {
  spec: OptionSpec
  /** Lines of its description; an empty one ends a paragraph. */
  text: string[]
}

const maxDescription = 500

/** An option, and the one that turns it off if it has another name. */
export function toOptions(row: OptionRow, group: string | null): CommandOption[] {
  const option = toOption(row, group)
  const { opposite } = row.spec
  if (opposite.length === 0) return [option]
  const short = opposite.filter((name) => !name.startsWith('--'))
  const long = opposite.filter((name) => name.startsWith('--'))
  return [
    option,
    ...long.map((name, at) => ({ ...option, long: [name], short: at === 0 ? short : [], negatable: false })),
  ]
}

function toOption({ spec: written, text }: OptionRow, group: string | null): CommandOption {
  const whole = joinLines(text)
  const spec = withTouchingValue(written, whole)
  const tag = findTypeTag(whole)
  const details = readOptionDetails(whole)
  const choices = spec.choices.length > 0 ? spec.choices : details.choices
  const option = {
    long: [...spec.long],
    short: [...spec.short],
    value: valueFor(spec, { tag, text: whole, choices, written: details.default }),
    description: cut(firstParagraph(text)),
    ...details,
    choices,
    default: isPlus(spec) && spec.value === null ? null : (details.default ?? spec.default),
    repeatable: spec.repeatable || details.repeatable || tag === 'list',
    negatable: spec.negatable,
    inherited: group !== null && /\b(global|inherited|parent|common)\b/i.test(group),
    group,
  }
  for (const alias of readAliases(whole)) {
    const names = alias.startsWith('--') ? option.long : option.short
    if (!names.includes(alias)) names.push(alias)
  }
  return option
}

/**
 * `-Tv  Set the format to 'v'`, `-Gname=val`: what touches a letter and is quoted in the description is its value, not a
 * part of the name.
 */
function withTouchingValue(spec: OptionSpec, text: string): OptionSpec {
  const [name = '', ...others] = [...spec.short, ...spec.long]
  if (others.length === 0 && spec.value === null && /^-[A-Za-z]$/.test(name) && hasNumber(text, name))
    return { ...spec, value: { name: 'number', type: 'number', optional: false, glued: true } }
  const touching = /^-[A-Za-z]([a-z]{1,20})$/.exec(name)?.[1]
  if (others.length > 0 || touching === undefined || (spec.value !== null && !spec.value.glued)) return spec
  if (!text.includes(`'${touching}'`)) return spec
  const value = spec.value === null ? touching : `${touching}=${spec.value.name}`
  return {
    ...spec,
    long: [],
    short: [name.slice(0, 2)],
    value: { name: value, type: 'unknown', optional: false, glued: true },
  }
}

/** `-c  Cache time, e.g. -c10 for 10 seconds`. */
const hasNumber = (text: string, name: string): boolean =>
  text.split(/[\s,;()]+/).some((word) => word.startsWith(name) && /^\d+$/.test(word.slice(name.length)))

const isPlus = ({ long, short }: Pick<OptionSpec, 'long' | 'short'>): boolean =>
  [...long, ...short].every((name) => name.startsWith('+'))

interface Said {
  tag: ReturnType<typeof findTypeTag>
  text: string
  choices: readonly string[]
  written: string | null
}

function valueFor(
  { value, long, short }: OptionSpec,
  { tag, text, choices, written }: Said,
): OptionValue | null {
  if (value !== null) {
    if (value.type === 'number' && choices.some((choice) => Number.isNaN(Number(choice))))
      return { ...value, type: 'unknown' }
    return value.type === 'unknown' && tag !== undefined && tag !== 'boolean'
      ? { ...value, type: tag }
      : value
  }
  // dig shows every value of a `+name` behind its sign.
  if (tag === 'boolean' || isPlus({ long, short })) return null
  const shown = spoken([...long, ...short], text)
  if (shown !== undefined) return plainValue(shown, 'unknown')
  if (tag !== undefined) return plainValue(tag === 'list' ? 'values' : tag, tag)
  // yargs and tsc print choices without a placeholder: the option takes one of them. Only options with a value have a
  // number or an address as default. A switch may say that it is true or false.
  if (choices.some((choice) => !/^(?:true|false)$/.test(choice)) && choices.length > 1)
    return plainValue(impliedName, 'unknown')
  if (written !== null && /^\d+(?:\.\d+){3}$/.test(written)) return plainValue(impliedName, 'unknown')
  return written !== null && /^(?:[1-9]\d*(\.\d+)?|0\.\d+)$/.test(written)
    ? plainValue(impliedName, 'number')
    : null
}

/** The name of a value that only the description implies. */
export const impliedName = 'value'

/** `Define a setting, -o name=value`: the description calls the option with its value. */
function spoken(names: readonly string[], text: string): string | undefined {
  for (const name of names) {
    const at = text.slice(0, maxDescription).indexOf(`${name} `)
    if (at < 0 || /[\w-]$/.test(text.slice(0, at))) continue
    const value = /^(?:<[\w -]{1,40}>|[a-z]+=[a-z]+)(?=[\s,.;:)"']|$)/.exec(
      text.slice(at + name.length + 1),
    )?.[0]
    if (value !== undefined) return value.replace(/^<|>$/g, '')
  }
  return undefined
}

const plainValue = (name: string, type: OptionValue['type']): OptionValue => ({
  name,
  type,
  optional: false,
  glued: false,
})

const joinLines = (text: readonly string[]): string => text.filter((line) => line !== '').join(' ')

function firstParagraph(text: readonly string[]): string {
  const start = text.findIndex((line) => line !== '')
  if (start < 0) return ''
  const end = text.indexOf('', start)
  // Lists may end each row like a clause, as jq's does.
  return joinLines(text.slice(start, end < 0 ? undefined : end)).replace(/(?<=[^\s:]) ?;$/, '')
}

const cut = (text: string): string =>
  text.length <= maxDescription ? text : `${text.slice(0, maxDescription - 1).trimEnd()}…`
