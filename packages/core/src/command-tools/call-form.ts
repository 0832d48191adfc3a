import type { CommandOption } from '@cli-apps/help/command-tree'
import { negatedName } from '../negated-name.ts'

/** How an option is written on a command line. */
export interface CallForm {
  /** The name with its dashes; a long one if there is one. */
  name: string
  /** The name that turns the option off. */
  negation: string | undefined
  /** What follows the name: nothing, one value, this many values, or `spread` for any number. */
  takes: 'nothing' | 'value' | 'spread' | number
  /** A value must be glued to the name, and may be omitted. */
  isOptional: boolean
  /** The value must be glued to the name. */
  isGlued: boolean
  /** No sign stands between the name and a glued value. */
  isDirect: boolean
  /** The option can be repeated. */
  isRepeatable: boolean
  /** `<file...>`: a parser may take following words as further values. */
  isList: boolean
}

/** Returns `undefined` for an option that cannot be written as an argument: command trees are untrusted. */
export function callForm(option: CommandOption): CallForm | undefined {
  const name = callName(option)
  if (name === undefined) return undefined
  const { value } = option
  const isOptional = value?.optional ?? false
  const isGlued = value?.glued ?? false
  const isRepeatable = option.repeatable || value?.type === 'list'
  return {
    name,
    negation: option.negatable ? negationOf(name) : undefined,
    takes: value === null ? 'nothing' : arityOf(value.name, isRepeatable && isOptional && !isGlued, isGlued),
    isOptional,
    isGlued,
    isDirect: value?.direct ?? false,
    isRepeatable,
    isList: value !== null && goesOn(option) && !isGlued,
  }
}

/**
 * Whether more values may follow the first; types such as pflag's `strings` only mean that the option can be repeated.
 */
const goesOn = ({ value, repeatable }: CommandOption): boolean => value?.type === 'list' && repeatable

const isLong = (name: string): boolean => name.startsWith('--')

function callName({ long, short }: CommandOption): string | undefined {
  const names = [...long.filter(isLong), ...long.filter((name) => !isLong(name)), ...short]
  return names.find(isOptionName)
}

/** A dash or plus and something visible; `=` would end the name, and a bare `--` the options. */
export const isOptionName = (name: string): boolean =>
  /^(--?|\+)[^\s\p{C}=]{1,200}$/u.test(name) && !/^-+$/.test(name)

const negationOf = (name: string): string | undefined => {
  const [, bare] = /^--?(.{2,})$/su.exec(name) ?? []
  return bare === undefined || bare.startsWith('no-') ? undefined : negatedName(name)
}

/** Derived from placeholders: `X [X ...]` and `[X ...]` take any number, `<host> <port>` and `HOST PORT` two. */
function arityOf(placeholder: string, goesOn: boolean, isGlued: boolean): 'value' | 'spread' | number {
  if (isGlued) return 'value'
  const words = placeholder.split(' ').filter((word) => word !== '')
  const [first = '', second] = words
  if (goesOn || (second !== undefined && second === `[${first}`)) return 'spread'
  const isTuple = words.every((word) => /^(<[^<>]+>|[A-Z][A-Z0-9_-]*)$/.test(word))
  return isTuple && words.length > 1 && words.length <= 4 ? words.length : 'value'
}
