import type { CommandNode } from '@cli-apps/help/command-tree'
import { type Effect, type OptionEffect, optionEffects, type WithEffects } from '../manifest/effect/effect.ts'
import { isLike, isOperand } from './operand-effect.ts'
import { valueTaken } from './option-value.ts'

/** How much a person should be asked about a call of an effect; more is stronger. */
export const effectStrength: Readonly<Record<Effect, number>> = {
  read: 0,
  unknown: 1,
  write: 2,
  destructive: 3,
}

/** Whether a file or folder of this name exists where the call runs. */
export type IsThere = (name: string) => boolean

interface JudgedCall {
  path: readonly string[]
  /** Where the arguments after each word of the path begin. */
  starts: readonly number[]
  args: readonly string[]
  node: CommandNode | undefined
  isThere: IsThere
}

/**
 * Returns the effect of a command with these arguments: the strongest of its own and of the listed options and operands
 * after the command. An option that makes the command do less, such as `--dry-run`, counts where it is certainly given, and
 * in the place of `own`. Options that only read count otherwise only if nothing else is known of the command.
 */
export function withOptionEffects(manifest: WithEffects, own: Effect, call: JudgedCall): Effect {
  const { path, starts, args, node, isThere } = call
  const words = `${path.join(' ')} `
  // Of its own command and those above it, since another command may have other options.
  const rules = optionEffects(manifest).filter(
    ({ command }) => command === '' || words.startsWith(`${command} `),
  )
  const known = {
    node,
    listed: rules.flatMap(({ options }) => options.map((option) => splitValue(option).name)),
  }
  let effect = loweredEffect(rules, own, call)
  for (const rule of rules) {
    const length = rule.command === '' ? 0 : rule.command.split(' ').length
    // `-C` before the command, as in `git -C x branch`, is a different option than after it.
    const behind = args.slice(starts[length - 1] ?? 0)
    const isMet =
      rule.options.some((option) => isGiven(option, behind, known)) ||
      (rule.operands.length > 0 && isOperand(rule.operands, behind, node, isThere))
    if (!isMet) continue
    const isStronger = effectStrength[rule.effect] > effectStrength[effect]
    if (isStronger || (effect === 'unknown' && own === 'unknown')) effect = rule.effect
  }
  return effect
}

/** The effect of the command with an option that makes it do less, else its own. */
function loweredEffect(
  rules: readonly OptionEffect[],
  own: Effect,
  { path, starts, args, node }: JudgedCall,
): Effect {
  const command = path.join(' ')
  const words = wordsBefore('--', args.slice(starts.at(-1) ?? 0))
  const isOther = node?.commands.some(({ name, aliases }) =>
    [name, ...aliases].some((one) => words.includes(one)),
  )
  if (own === 'unknown' || node === undefined || isOther) return own
  return rules
    .filter(
      (rule) => rule.command === command && rule.options.some((option) => isCertain(option, words, node)),
    )
    .reduce<Effect>(
      (effect, rule) => (effectStrength[rule.effect] < effectStrength[effect] ? rule.effect : effect),
      own,
    )
}

/**
 * Whether an option is given beyond doubt: the help knows it as a switch, or as one that takes the listed value after
 * `=`, no other option can take it as a value, and nothing takes it back, as `--dry-run=false` and `--no-dry-run` do.
 */
function isCertain(option: string, words: readonly string[], node: CommandNode): boolean {
  const { name, value } = splitValue(option)
  const at = words.indexOf(option)
  const isInHelp = isKnown(name, { node, listed: [] })
  if (at < 0 || !isInHelp || (valueTaken(node, name) === 'no') !== (value === undefined)) return false
  const before = words[at - 1] ?? ''
  const isValue = /^-./.test(before) && !['no', 'glued'].includes(valueTaken(node, before))
  const opposites = [`--no-${name.replace(/^-+/, '')}`, `--no${name.replace(/^-+/, '')}`]
  const isOther = (word: string): boolean =>
    word !== option && (word === name || word.startsWith(`${name}=`) || opposites.includes(word))
  return !isValue && !words.some(isOther)
}

const wordsBefore = (end: string, args: readonly string[]): readonly string[] => {
  const at = args.indexOf(end)
  return at === -1 ? args : args.slice(0, at)
}

/** What is known of the options of a program: those of the command in its tree, and those that the manifest lists. */
interface KnownOptions {
  node: CommandNode | undefined
  listed: readonly string[]
}

/** The name of a listed option, and the pattern of its values where only these count. */
function splitValue(option: string): { name: string; value: string | undefined } {
  const at = option.indexOf('=')
  return at === -1
    ? { name: option, value: undefined }
    : { name: option.slice(0, at), value: option.slice(at + 1) }
}

function isGiven(option: string, args: readonly string[], known: KnownOptions): boolean {
  if (option === '--') return args.includes('--')
  const { name, value } = splitValue(option)
  return wordsBefore('--', args).some((word, at) => {
    const rest = afterName(name, word, known)
    if (rest === undefined) return false
    return value === undefined || isLike(value, rest === '' ? (args[at + 1] ?? '') : rest.replace(/^=/, ''))
  })
}

/** What follows the name of an option in a word, empty for the name alone; `undefined` if the word does not give it. */
function afterName(option: string, word: string, known: KnownOptions): string | undefined {
  const [name = ''] = word.split('=', 1)
  const isMeant =
    name === option ||
    isTwin(name, option, known) ||
    (option.startsWith('--') && isBeginning(name, option, known))
  if (isMeant) return word.slice(name.length)
  return option.length === 2 ? afterLetter(option.charAt(1), word, known) : undefined
}

/** Programs in Go accept every option with one dash and with two; of one that is known as it is written, nothing is assumed. */
const isTwin = (name: string, option: string, known: KnownOptions): boolean =>
  name.length > 3 && [`-${option}`, option.slice(1)].includes(name) && !isKnown(name, known)

/** Whether a word is the whole name of an option. */
const isKnown = (name: string, { node, listed }: KnownOptions): boolean =>
  listed.includes(name) ||
  (node?.options.some(({ long, short }) => long.includes(name) || short.includes(name)) ?? false)

/** Many programs accept `--forc`, and even `--f`, for `--force`; an exact name means that option. */
const isBeginning = (name: string, option: string, { node, listed }: KnownOptions): boolean =>
  name.length > 2 &&
  option.startsWith(name) &&
  !listed.includes(name) &&
  !node?.options.some(({ long }) => long.includes(name))

/**
 * What follows a letter in a cluster: `-fD` contains `-D`, but `-mD` does not if `-m` takes the rest as its value; nor does
 * text after a sign, as in `-m"a D"`.
 */
function afterLetter(letter: string, word: string, { node, listed }: KnownOptions): string | undefined {
  // `-contains` of a program whose long names have one dash.
  if (node?.options.some(({ short, long }) => short.includes(word) || long.includes(word))) return undefined
  if (listed.some((one) => isWordLike(one, word))) return undefined
  const [, letters = ''] = /^-([A-Za-z0-9]+)/.exec(word) ?? []
  for (const [at, one] of [...letters].entries()) {
    if (one === letter) return word.slice(at + 2)
    const option = node?.options.find(({ short }) => short.includes(`-${one}`))
    if (option?.value?.optional === false) return undefined
  }
  return undefined
}

/** Whether a listed option is a word after one dash, as this one: `-dNOSAFER` tells that `-dProcessColorModel` is no cluster. */
const isWordLike = (listed: string, word: string): boolean =>
  /^-[A-Za-z0-9]\w{3}/.test(listed) && listed.charAt(1) === word.charAt(1) && word.length > 4
