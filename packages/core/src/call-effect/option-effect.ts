import type { CommandNode } from '@cli-apps/help/command-tree'
import { anyCommand } from '../manifest/effect/any-command.ts'
import { coveringCommand, type Effect, optionEffects, type WithEffects } from '../manifest/effect/effect.ts'
import { pathsNamed } from './command-named.ts'
import { effectStrength } from './effect-strength.ts'
import { splitValue, wordsBefore } from './listed-option.ts'
import { everything, loweredEffect } from './lowered-effect.ts'
import { isLike, isOperand } from './operand-effect.ts'

/** Whether a file or folder of this name exists where the call runs. */
export type IsThere = (name: string) => boolean

interface JudgedCall {
  path: readonly string[]
  /** Where the arguments after each word of the path begin. */
  starts: readonly number[]
  args: readonly string[]
  /** The command in the tree of the program. */
  node: CommandNode | undefined
  tree: CommandNode | undefined
  /** Options that take the next word, beyond those of the tree. */
  valued: ReadonlySet<string>
  isThere: IsThere
}

/**
 * Returns the effect of a command with these arguments: the strongest of its own and of the listed options and operands
 * after the command. An option that makes the command do less, such as `--dry-run`, counts where it is certainly given, and
 * in the place of its own; what it overrides does not count. Options that only read count otherwise only if nothing else is
 * known of the command.
 */
export function withOptionEffects(manifest: WithEffects, call: JudgedCall): Effect {
  const { path, starts, args, node, valued, isThere } = call
  const own = coveringCommand(manifest, path)
  const spellings = pathsNamed(path, node).map((words) => `${words} `)
  // Of its own command and those above it, since another command may have other options.
  const rules = optionEffects(manifest).filter(
    ({ command }) => command === '' || spellings.some((words) => words.startsWith(`${command} `)),
  )
  const known = {
    node,
    listed: rules.flatMap(({ options }) => options.map((option) => splitValue(option).name)),
  }
  const lowered = loweredEffect(rules, own ?? { command: anyCommand, effect: 'unknown' }, call)
  // An option that takes a value is overridden as `--age=*`, and may be listed by its name.
  const counts = (one: string): boolean =>
    ![everything, one, `${one}=*`].some((name) => lowered.overridden.has(name))
  let effect = own === undefined ? 'unknown' : lowered.effect
  for (const rule of rules) {
    const length = rule.command === '' ? 0 : rule.command.split(' ').length
    // `-C` before the command, as in `git -C x branch`, is a different option than after it.
    const behind = args.slice(starts[length - 1] ?? 0)
    const options = rule.options.filter(counts)
    const operands = rule.operands.filter(counts)
    const isMet =
      options.some((option) => isGiven(option, behind, known)) ||
      (operands.length > 0 &&
        isOperand({ operands, position: rule.position }, behind, { node, valued, isThere }))
    if (!isMet) continue
    const isStronger = effectStrength[rule.effect] > effectStrength[effect]
    if (isStronger || (effect === 'unknown' && own === undefined)) effect = rule.effect
  }
  return effect
}

/** Whether the manifest lists an option of a command, whatever its value, that stands at this place in the arguments. */
export const isListedOption = (
  manifest: WithEffects,
  { path, starts }: Pick<JudgedCall, 'path' | 'starts'>,
  { name, at }: { name: string; at: number },
): boolean =>
  optionEffects(manifest).some(({ command, options }) => {
    const depth = command === '' ? 0 : command.split(' ').length
    return (
      options.includes(name) &&
      `${path.join(' ')} `.startsWith(command === '' ? '' : `${command} `) &&
      at >= (starts[depth - 1] ?? 0)
    )
  })

/** What is known of the options of a program: those of the command in its tree, and those that the manifest lists. */
interface KnownOptions {
  node: CommandNode | undefined
  listed: readonly string[]
}

function isGiven(option: string, args: readonly string[], known: KnownOptions): boolean {
  if (option === '--') return args.includes('--')
  const { name, value } = splitValue(option)
  return wordsBefore('--', args).some((word, at) => {
    const rest = afterName(name, word, known)
    if (rest === undefined) return false
    return (
      value === undefined || isLike(value, rest === '' ? (args[at + 1] ?? '') : rest.replace(/^[=:#]/, ''))
    )
  })
}

/** What follows the name of an option in a word, empty for the name alone; `undefined` if the word does not give it. */
function afterName(option: string, word: string, known: KnownOptions): string | undefined {
  // `-picoweb:8080`, and `-sOutputFile#x.pdf` of Ghostscript
  if (option.length > 2 && word.startsWith(option) && /^[:#]/.test(word.slice(option.length)))
    return word.slice(option.length)
  const [name = ''] = word.split('=', 1)
  const isMeant =
    name === option ||
    isTwin(name, option, known) ||
    isVariant(name, option, known) ||
    (option.startsWith('--') && isBeginning(name, option, known))
  if (isMeant) return word.slice(name.length)
  return option.length === 2 ? afterLetter(option.charAt(1), word, known) : undefined
}

/** Programs in Go accept every option with one dash and with two; of one that is known as it is written, nothing is assumed. */
const isTwin = (name: string, option: string, known: KnownOptions): boolean =>
  name.length > 3 && [`-${option}`, option.slice(1)].includes(name) && !isKnown(name, known)

/** yargs takes `--configFile` for `--config-file`, and others any letter case or underscores. */
const isVariant = (name: string, option: string, known: KnownOptions): boolean =>
  /^--\w/.test(option) &&
  name.startsWith('--') &&
  plainName(name) === plainName(option) &&
  !isKnown(name, known)

const plainName = (name: string): string => name.replace(/[-_]/g, '').toLowerCase()

/** Whether a word is the whole name of an option. */
const isKnown = (name: string, { node, listed }: KnownOptions): boolean =>
  listed.includes(name) ||
  (node?.options.some(({ long, short }) => long.includes(name) || short.includes(name)) ?? false)

/** Many programs accept `--forc`, and even `--f`, for `--force`, but not a topic for `--topic.option`. */
const isBeginning = (name: string, option: string, { node, listed }: KnownOptions): boolean =>
  name.length > 2 &&
  option.startsWith(name) &&
  option.charAt(name.length) !== '.' &&
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
