import type { CommandOption } from '@cli-apps/help/command-tree'

/** How an option is written on a command line. */
export interface CallForm {
  /** The name that calls it, with its dashes: a long one where there is one. */
  name: string
  /** The name that turns it off. */
  negation: string | undefined
  /** What may follow the name: nothing, one value, this many values, or `spread`: as many as stand there. */
  takes: 'nothing' | 'value' | 'spread' | number
  /** A value touches the name, which may stand without one. */
  isOptional: boolean
  /** The value must touch the name. */
  isGlued: boolean
  /** May be given several times. */
  isRepeatable: boolean
  /** `<file...>`: a parser may take words that follow for further values. */
  isList: boolean
}

/** Returns `undefined` for an option that no argument can name: command trees are untrusted. */
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
    isRepeatable,
    isList: value !== null && goesOn(option) && !isGlued,
  }
}

/** More values may stand behind the first; types as pflag's `strings` only say that the option may be repeated. */
const goesOn = ({ value, repeatable }: CommandOption): boolean => value?.type === 'list' && repeatable

const isLong = (name: string): boolean => name.startsWith('--')

function callName({ long, short }: CommandOption): string | undefined {
  const names = [...long.filter(isLong), ...long.filter((name) => !isLong(name)), ...short]
  return names.find(isOptionName)
}

/** A dash or plus and something visible; `=` would end the name, and two dashes alone end the options. */
export const isOptionName = (name: string): boolean =>
  /^(--?|\+)[^\s\p{C}=]{1,200}$/u.test(name) && !/^-+$/.test(name)

const negationOf = (name: string): string | undefined => {
  const [, dashes, bare] = /^(--?)(.{2,})$/su.exec(name) ?? []
  return dashes === undefined || bare?.startsWith('no-') ? undefined : `${dashes}no-${bare}`
}

/** Placeholders tell: `X [X ...]` and `[X ...]` go on, `<host> <port>` and `HOST PORT` are two. */
function arityOf(placeholder: string, goesOn: boolean, isGlued: boolean): 'value' | 'spread' | number {
  if (isGlued) return 'value'
  const words = placeholder.split(' ').filter((word) => word !== '')
  const [first = '', second] = words
  if (goesOn || (second !== undefined && second === `[${first}`)) return 'spread'
  const isTuple = words.every((word) => /^(<[^<>]+>|[A-Z][A-Z0-9_-]*)$/.test(word))
  return isTuple && words.length > 1 && words.length <= 4 ? words.length : 'value'
}
