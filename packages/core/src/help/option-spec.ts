import type { OptionValue } from '../command-tree.ts'
import { readValue } from './option-value.ts'

/** The part of an option row that names the option, and what follows it. */
export interface OptionSpec {
  long: string[]
  short: string[]
  value: OptionValue | null
  repeatable: boolean
  negatable: boolean
  /** Where in the text each name begins. */
  columns: number[]
  /** Text after names and value, which may be empty. */
  rest: string
  /** Where `rest` begins. */
  restAt: number
  /** Nothing, a wide gap or a colon parts `rest` from the names: the shape of a row, not of a sentence. */
  isRow: boolean
}

const maxNames = 12

const longName =
  /--(\[no-?\]|\(no-?\)|no\[-\])?([A-Za-z0-9@?][\w.:@+-]*(?:\[[a-z-]{1,12}\][\w-]+)*(?:\.\*)?)/y
const dashName = /[-+]([A-Za-z0-9][\w.:+-]*|[?#@%$!^&~_=:.,;|<>"'/])/y
const dashNegatable = /-(\[no-?\]|\(no-?\))([A-Za-z0-9][\w-]*)/y
const separator = / ?,\s*| ?\| ?| ?\/ ?| or (?=-)| {1,40}/y

interface Name {
  names: string[]
  negatable: boolean
  end: number
}

/** Reads `-s, --long <value>` at the start of a row; `undefined` when the text does not begin like an option. */
export function readOptionSpec(text: string): OptionSpec | undefined {
  if (!/^[-+][^\s-]|^--[^\s-]/.test(text)) return undefined
  const spec: OptionSpec = {
    long: [],
    short: [],
    value: null,
    repeatable: false,
    negatable: false,
    columns: [],
    rest: '',
    restAt: 0,
    isRow: false,
  }
  let at = 0
  for (let count = 0; count < maxNames; count++) {
    const name = readName(text, at)
    if (name === undefined) break
    addName(spec, name)
    spec.columns.push(at)
    at = name.end
    const value = readValue(text, at)
    if (value !== undefined) {
      spec.value ??= value.value
      spec.repeatable ||= value.repeatable
      at = value.end
    }
    const next = nextName(text, at, spec)
    if (next === undefined) break
    at = next
  }
  if (spec.columns.length === 0) return undefined
  return withRest(spec, text, at)
}

function withRest(spec: OptionSpec, text: string, at: number): OptionSpec {
  const tail = text.slice(at)
  const part = /^(\s*[:;]\s+|\s+[-–—]{1,2}\s+|\s*=>?\s+|\s*,?\s+|[,.:;)]\s*$|)/u.exec(tail)?.[0] ?? ''
  spec.restAt = at + part.length
  spec.rest = tail.slice(part.length)
  spec.isRow = spec.rest === '' || part.length >= 2
  return spec
}

function readName(text: string, at: number): Name | undefined {
  longName.lastIndex = at
  const long = longName.exec(text)
  if (long !== null) return expandName('--', long[1] !== undefined, long[2] ?? '', longName.lastIndex)
  dashNegatable.lastIndex = at
  const negatable = dashNegatable.exec(text)
  if (negatable !== null) return expandName('-', true, negatable[2] ?? '', dashNegatable.lastIndex)
  dashName.lastIndex = at
  const dash = dashName.exec(text)
  if (dash === null) return undefined
  return expandName(text[at] === '+' ? '+' : '-', false, dash[1] ?? '', dashName.lastIndex)
}

/** `colo[u]r` is two names; dots and colons at the end belong to the sentence, not to the name. */
function expandName(dashes: string, negatable: boolean, found: string, foundEnd: number): Name | undefined {
  const trimmed = found.length > 1 ? found.replace(/[.:,;)]+$/, '') : found
  const end = foundEnd - (found.length - trimmed.length)
  const bare = trimmed.replace(/\.\*$/, '')
  if (bare === '') return undefined
  const names = bare.includes('[') ? [bare.replace(/\[[a-z-]*\]/g, ''), bare.replace(/[[\]]/g, '')] : [bare]
  return { names: names.map((name) => dashes + name), negatable, end }
}

function addName(spec: OptionSpec, { names, negatable }: Name): void {
  spec.negatable ||= negatable
  for (const name of names) {
    if (name.startsWith('--no-') && spec.long.includes(`--${name.slice(5)}`)) spec.negatable = true
    else if (name.startsWith('--') || name.length > 2) {
      const kind = name.startsWith('--') || name.length > 3 ? spec.long : spec.short
      if (!kind.includes(name)) kind.push(name)
    } else if (!spec.short.includes(name)) spec.short.push(name)
  }
}

/** Where the next name of the same option begins, when what follows is one. */
function nextName(text: string, at: number, spec: OptionSpec): number | undefined {
  separator.lastIndex = at
  const found = separator.exec(text)
  if (found === null) return undefined
  const next = separator.lastIndex
  if (!/^[-+]{1,2}[A-Za-z0-9?#@[(]/.test(text.slice(next, next + 3))) return undefined
  if (found[0].trim() !== '') return next
  // Only white space between: a second column of long names, not a description that begins with an option.
  const isLong = text.startsWith('--', next)
  if (found[0].length === 1) return isLong || spec.long.length > 0 ? next : undefined
  return isLong && spec.long.length === 0 ? next : undefined
}
