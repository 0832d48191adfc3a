import type { OptionValue } from '../command-tree.ts'
import { readValue } from './option-value.ts'
import type { ReadValue } from './placeholder-value.ts'

/** The names and value at the start of an option row, and the text after them. */
export interface OptionSpec {
  long: string[]
  short: string[]
  value: OptionValue | null
  /** Values that the placeholder lists. */
  choices: string[]
  /** Whether the placeholder is in angle brackets. */
  isBracketed: boolean
  /** A default printed in place of a placeholder. */
  default: string | null
  repeatable: boolean
  negatable: boolean
  /** Names that turn it off: `--dirty` in `--clean / --dirty`. */
  opposite: string[]
  /** Column of each name in the text. */
  columns: number[]
  /** Text after names and value; may be empty. */
  rest: string
  /** Position where `rest` begins. */
  restAt: number
  /** Whether nothing, a wide gap or a colon separates `rest` from the names: a row, not a sentence. */
  isRow: boolean
}

const maxNames = 12

/** Whether the rest shows that the line is a sentence that merely begins with an option's name. */
export const isSentence = (rest: string): boolean =>
  /^(is|are|and|or|can|may|will|must|should|does|do|was|were|has|have|takes|option|flag|if|then|to be|which|that|instead)\b/.test(
    rest,
  )

const longName =
  /--(\[no-?\]|\(no-?\)|\{no-?\}|no\[-\])?([A-Za-z0-9@?][\w.:@+-]*(?:\[[a-z-]{1,12}\][\w-]+)*(?:\.\*)?)/y
const dashName = /[-+]([A-Za-z0-9][\w.:+-]*|[?#@%$!^&~_=:.,;|<>"'/])/y
const dashNegatable = /-(\[no-?\]|\(no-?\))([A-Za-z0-9][\w-]*)/y
const separator = / ?,\s*| ?\| ?| ?\/ ?| or (?=-)| {1,40}/y

/** `-<sig>, --signal <sig>`: a value in place of the first name; `-, --stdin`: a dash alone, which is an operand. */
const nameless = /^-(?:<[\w-]{1,30}>)?, (?=-)/

interface Name {
  names: string[]
  negatable: boolean
  end: number
}

/** Parses `-s, --long <value>` at the start of a row; `undefined` if the text does not begin like an option. */
export function readOptionSpec(text: string): OptionSpec | undefined {
  // `-1 2016-10-17`: a row of numbers in sample output.
  if (!/^[-+][^\s-]|^--[^\s-]/.test(text) || /^[-+]\d+ \d/.test(text)) return undefined
  const spec: OptionSpec = {
    long: [],
    short: [],
    value: null,
    choices: [],
    isBracketed: false,
    default: null,
    repeatable: false,
    negatable: false,
    opposite: [],
    columns: [],
    rest: '',
    restAt: 0,
    isRow: false,
  }
  let at = nameless.exec(text)?.[0].length ?? 0
  let isOpposite = false
  for (let count = 0; count < maxNames; count++) {
    const name = readName(text, at)
    if (name === undefined) break
    isOpposite ||= spec.long.length > 0 && /^ ?\/ ?--/.test(text.slice(at - 3, at + 2).replace(/^[^ /]+/, ''))
    if (isOpposite && !isNegation(name, spec)) spec.opposite.push(...name.names)
    else addName(spec, name)
    spec.columns.push(at)
    at = name.end
    at = readSlashes(text, at, spec)
    const value = readValue(text, at)
    if (value !== undefined) {
      if (spec.value === null) takeValue(spec, value)
      spec.repeatable ||= value.repeatable
      at = value.end
    }
    at = readRepeats(text, at, spec)
    const next = nextName(text, at, spec)
    if (next === undefined) break
    at = next
  }
  at = readBracketed(text, at, spec)
  if (spec.columns.length === 0) return undefined
  return withRest(spec, text, at)
}

function takeValue(spec: OptionSpec, { value, choices, isBracketed, default: written }: ReadValue): void {
  const isWord = /^-[^-]./.test([...spec.short, ...spec.long].at(-1) ?? '')
  spec.value = value === null || isWord ? value : withSign(value)
  spec.choices = choices
  spec.isBracketed = isBracketed
  spec.default = written
}

/** What touches a letter always does, and `--name<value>` stands for `--name=value`. */
const withSign = ({ direct: _, ...value }: OptionValue): OptionValue => value

/** `--no-color` after `--color`. */
const isNegation = ({ names: [name = ''] }: Name, { long }: OptionSpec): boolean =>
  long.some((known) => name === `--no-${known.slice(2)}` || known === `--no-${name.slice(2)}`)

/** `-v|vv|vvv`: the repeated letter. */
function readRepeats(text: string, at: number, spec: OptionSpec): number {
  const letter = spec.short.at(-1)?.[1]
  if (letter === undefined || text[at] !== '|' || text[at + 1] !== letter) return at
  const found = /^(?:\|([A-Za-z])\1{1,4})+(?=[,\s|]|$)/.exec(text.slice(at, at + 30))?.[0]
  if (found === undefined || [...found].some((each) => each !== '|' && each !== letter)) return at
  spec.repeatable = true
  return at + found.length
}

/** `-sS/sT/sA`, `--min-rate/max-rate`: names that share their dashes. */
function readSlashes(text: string, at: number, spec: OptionSpec): number {
  if (text[at] !== '/' || !/^\/[A-Za-z]/.test(text.slice(at, at + 2))) return at
  const last = text.slice(spec.columns.at(-1), at)
  const found = /^(?:\/[A-Za-z][\w-]{1,40}){1,6}(?=[\s:<[,]|$)/.exec(text.slice(at, at + 200))?.[0]
  const dashes = /^--?(?=\w)/.exec(last)?.[0]
  if (found === undefined || dashes === undefined) return at
  const names = found.slice(1).split('/')
  const isAlike = names.every((name) =>
    dashes === '-' ? name.length === last.length - 1 : name.includes('-'),
  )
  if (!isAlike) return at
  addName(spec, { names: names.map((name) => dashes + name), negatable: false, end: at })
  return at + found.length
}

/** `--basis (-B)`: a short name in brackets after the long one. */
function readBracketed(text: string, at: number, spec: OptionSpec): number {
  const found = /^ \((-[A-Za-z0-9%])\)(?=\s|$)/.exec(text.slice(at, at + 8))
  if (found?.[1] === undefined) return at
  spec.isBracketed = true
  spec.short.push(found[1])
  return at + found[0].length
}

function withRest(spec: OptionSpec, text: string, at: number): OptionSpec {
  const tail = text.slice(at)
  const part =
    /^(\s*[:;]\s+|\s+\.{3,}\s+|\s+[-–—]{1,2}\s+|\s*=>?\s+|\s*,?\s+|[,.:;)]\s*$|)/u.exec(tail)?.[0] ?? ''
  spec.restAt = at + part.length
  spec.rest = tail.slice(part.length)
  // Sentences contain no placeholder in angle brackets either: `--chapters <file> Text`.
  spec.isRow = spec.rest === '' || part.length >= 2 || (spec.isBracketed && !isSentence(spec.rest))
  return spec
}

function readName(text: string, at: number): Name | undefined {
  longName.lastIndex = at
  const long = longName.exec(text)
  if (long !== null) {
    const end = longName.lastIndex
    const found = long[2] ?? ''
    const isDotted = found.endsWith('.') && text[end] === '*'
    const [name, nameEnd] = isDotted ? [found.slice(0, -1), end + 1] : [found, end]
    return valueBehindColon(expandName('--', long[1] !== undefined, name, nameEnd, text))
  }
  dashNegatable.lastIndex = at
  const negatable = dashNegatable.exec(text)
  if (negatable !== null) return expandName('-', true, negatable[2] ?? '', dashNegatable.lastIndex)
  // `-<number>` is a value without a name.
  if (/^[-+]<\w/.test(text.slice(at, at + 3))) return undefined
  dashName.lastIndex = at
  const dash = dashName.exec(text)
  if (dash === null) return undefined
  return valueBehindColon(
    expandName(text[at] === '+' ? '+' : '-', false, dash[1] ?? '', dashName.lastIndex, text),
  )
}

/** In `--define:K=V` the name ends with the colon: capitals after it stand for a value. */
function valueBehindColon(name: Name | undefined): Name | undefined {
  const found = name?.names.length === 1 ? /^(--?[\w.-]+:)[A-Z]\w*$/.exec(name.names[0] ?? '') : null
  if (name === undefined || found?.[1] === undefined) return name
  return { ...name, names: [found[1]], end: name.end - (name.names[0] ?? '').length + found[1].length }
}

/**
 * `colo[u]r` means two names; trailing dots and colons belong to the sentence, but a colon before a placeholder to the
 * name: `-env:<VAR>`.
 */
function expandName(
  dashes: string,
  negatable: boolean,
  found: string,
  foundEnd: number,
  text = '',
): Name | undefined {
  const isJoint = found.length > 2 && /^:[<[{]/.test(text.slice(foundEnd - 1, foundEnd + 1))
  const trimmed = found.length > 1 && !isJoint ? found.replace(/[.:,;)]+$/, '') : found
  const end = foundEnd - (found.length - trimmed.length)
  const bare = trimmed.replace(/\.\*$/, '')
  if (bare === '') return undefined
  const names = bare.includes('[') ? [bare.replace(/\[[a-z-]*\]/g, ''), bare.replace(/[[\]]/g, '')] : [bare]
  return { names: names.map((name) => dashes + name), negatable, end }
}

function addName(spec: OptionSpec, { names, negatable }: Name): void {
  spec.negatable ||= negatable
  for (const name of names) {
    // `-v|-vv|-vvv` is one repeatable letter.
    if (/^-([A-Za-z])\1+$/.test(name) && spec.short.includes(name.slice(0, 2))) spec.repeatable = true
    else if (name.startsWith('--no-') && spec.long.includes(`--${name.slice(5)}`)) spec.negatable = true
    else if (name.startsWith('--') || name.length > 2) {
      const kind = name.startsWith('--') || name.length > 3 ? spec.long : spec.short
      if (!kind.includes(name)) kind.push(name)
    } else if (!spec.short.includes(name)) spec.short.push(name)
  }
}

/** Position of the next name of the same option, if one follows. */
function nextName(text: string, at: number, spec: OptionSpec): number | undefined {
  separator.lastIndex = at
  const found = separator.exec(text)
  if (found === null) return undefined
  const next = separator.lastIndex
  if (!/^[-+]{1,2}[A-Za-z0-9?#@[(]/.test(text.slice(next, next + 3))) return undefined
  if (found[0].trim() !== '') return next
  // Only white space in between: a second column of long names, not a description that begins with an option.
  const isLong = text.startsWith('--', next)
  if (found[0].length === 1) return isLong || spec.long.length > 0 ? next : undefined
  return isLong && spec.long.length === 0 ? next : undefined
}
