import type { CommandNode, CommandOption } from '@cli-apps/help/command-tree'
import { anyCommand } from '../manifest/effect/any-command.ts'
import type { Effect, OptionEffect } from '../manifest/effect/effect.ts'
import { commandNamed, pathsNamed } from './command-named.ts'
import { effectStrength } from './effect-strength.ts'
import { splitValue, wordsBefore } from './listed-option.ts'
import { isLike } from './operand-effect.ts'
import { isSwitchCluster, optionsNamed, takenBy, valueTaken } from './option-value.ts'

interface LowerableCall {
  path: readonly string[]
  starts: readonly number[]
  args: readonly string[]
  tree: CommandNode | undefined
  /** Options that take the next word, beyond those of the tree. */
  valued: ReadonlySet<string>
}

/** What is left of a call with options that make its command do less. */
interface Lowered {
  effect: Effect
  /** Listed options and operands that do nothing beside these. */
  overridden: ReadonlySet<string>
}

/**
 * Returns the effect of a call with options that make its command do less and are certainly given, else the command's
 * own. `own` is the listed command that covers the call.
 */
export function loweredEffect(
  rules: readonly OptionEffect[],
  own: { command: string; effect: Effect },
  call: LowerableCall,
): Lowered {
  const listed = own.command === anyCommand ? [] : own.command.split(' ')
  // What follows the listed command may be another command below it, or an operand.
  const paths = listed.length === 0 || listed.length === call.path.length ? [listed] : [listed, call.path]
  const met = paths.flatMap((path) => rulesMet(path, rules, call))
  return {
    effect: met.reduce<Effect>(
      (effect, rule) => (effectStrength[rule.effect] < effectStrength[effect] ? rule.effect : effect),
      own.effect,
    ),
    overridden: new Set(met.flatMap(({ overrides = [] }) => overrides)),
  }
}

/** Under `overrides` of an option of the program: beside it, no command does anything. */
export const everything = '*'

const isForAll = ({ command, overrides = [] }: OptionEffect): boolean =>
  command === '' && overrides.includes(everything)

function rulesMet(
  path: readonly string[],
  rules: readonly OptionEffect[],
  { starts, args, tree, valued }: LowerableCall,
): OptionEffect[] {
  const node = tree && commandNamed(tree, path)
  const words = wordsBefore('--', args.slice(starts[path.length - 1] ?? 0))
  const isOther = node?.commands.some(({ name, aliases }) =>
    [name, ...aliases].some((one) => words.includes(one)),
  )
  if (isOther) return []
  const isAhead = isGivenAhead(rules, path, { starts, args, tree, valued })
  const isGiven = (option: string, rule: OptionEffect): boolean => {
    const { command, overrides = [] } = rule
    if (isAhead(option, rule)) return true
    if (node !== undefined && optionsNamed(node, splitValue(option).name).length > 0)
      return isCertain(node, { valued, switches: overrides })(option, words)
    // Of the options of any command, a command that starts another program may pass one on.
    return isFirst(option, words) || (command !== '' && isAfterOther(overrides)(option, words))
  }
  return rules
    .filter((rule) => pathsNamed(path, node).includes(rule.command) || isForAll(rule))
    .filter((rule) =>
      rule.options.some((option) => isGiven(option, rule) && !isTakenBack(option, rule, { words, node })),
    )
}

/**
 * Whether an option stands before the command, as in `docker compose --dry-run down`: a long one that the help knows there,
 * or the first word, which the manifest lists for the program too.
 */
const isGivenAhead =
  (
    rules: readonly OptionEffect[],
    path: readonly string[],
    { starts, args, tree, valued }: Omit<LowerableCall, 'path'>,
  ) =>
  (option: string, rule: OptionEffect): boolean =>
    path.some((_, depth) => {
      const node = tree && commandNamed(tree, path.slice(0, depth))
      const words = args.slice(starts[depth - 1] ?? 0, (starts[depth] ?? 1) - 1)
      const isListed = depth === 0 && rules.some((one) => one.command === '' && one.options.includes(option))
      // A letter may mean something else there.
      const isKnown =
        option.startsWith('--') && node !== undefined && isCertain(node, { valued })(option, words)
      return (isKnown || (isListed && isFirst(option, words))) && !isTakenBack(option, rule, { words, node })
    })

/** A pattern such as `--dry-run=*` stands for every way to try a call, and not for none. */
const hasValue = (value: string, given: string): boolean =>
  isLike(value, given) && !(value.includes('*') && /^(?:none|false|no|off|0)$/i.test(given))

type IsGiven = (option: string, words: readonly string[]) => boolean

/** An option right after the command is no value of another, whatever the help tells. */
const isFirst: IsGiven = (option, [word = '', next]) => {
  const { name, value } = splitValue(option)
  if (value === undefined) return word === option
  if (word.startsWith(`${name}=`)) return hasValue(value, word.slice(name.length + 1))
  return word === name && next !== undefined && hasValue(value, next)
}

/** Neither is one after an operand, an option with its value behind a sign, or a switch. */
const isAfterOther =
  (switches: readonly string[]): IsGiven =>
  (option, words) =>
    words.some((_, at) => {
      const before = words[at - 1] ?? ''
      return (/^[^-]|^-[^=]*=/.test(before) || switches.includes(before)) && isFirst(option, words.slice(at))
    })

/**
 * Whether an option is given beyond doubt: the help knows it as a switch, or as one that takes the listed value, and no
 * other option can take it as a value. `switches` are options that a manifest lists without a value, `valued` those that
 * take one, beyond those of the help.
 */
const isCertain =
  (
    node: CommandNode,
    { valued, switches = [] }: Pick<LowerableCall, 'valued'> & { switches?: readonly string[] },
  ): IsGiven =>
  (option, words) => {
    const { name, value } = splitValue(option)
    const own = optionsNamed(node, name)
    const fits = own.length > 0 && own.every((one) => isSwitch(one) === (value === undefined))
    const takesNext = own.every((one) => takenBy(one, name) === 'yes')
    const isHere = (word: string, at: number): boolean =>
      value === undefined
        ? word === option || word === `${name}=true`
        : (word.startsWith(`${name}=`) && hasValue(value, word.slice(name.length + 1))) ||
          (takesNext && word === name && at + 1 < words.length && hasValue(value, words[at + 1] ?? ''))
    const whole = fits ? words.findIndex(isHere) : -1
    const at = whole === -1 && value === undefined ? clusterWith(option, words, node) : whole
    const before = words[at - 1] ?? ''
    const known = /^-./.test(before) ? valueTaken(node, before, valued) : 'no'
    const taken = known !== 'yes' && switches.includes(before) ? 'no' : known
    // A help that writes `--from=ADDRESS` mostly stands for a program that takes it as the next word too.
    const isValue = taken !== 'no' && (taken !== 'glued' || before.startsWith('--'))
    return at !== -1 && !isValue
  }

/** A value that may be missing and must touch the name takes no other word. */
const isSwitch = ({ value }: CommandOption): boolean =>
  value === null || (value.optional && (value.glued || value.type === 'boolean'))

/** Where a cluster has the letter of an option: `-dc` has `-c`. */
const clusterWith = (option: string, words: readonly string[], node: CommandNode): number =>
  option.length === 2
    ? words.findIndex((word) => word.includes(option.charAt(1)) && isSwitchCluster(node, word))
    : -1

/**
 * Whether other words undo an option, as `--dry-run=false` and `--no-dry-run` do, or give it a value that the rule does not
 * list, under any of its names: as the help has them, as the rule has them, or their beginnings.
 */
function isTakenBack(
  option: string,
  { options }: Pick<OptionEffect, 'options'>,
  { words, node }: { words: readonly string[]; node: CommandNode | undefined },
): boolean {
  const { name, value } = splitValue(option)
  const synonyms = optionsNamed(node, name).flatMap(({ long, short }) => [...long, ...short])
  const own = [...new Set([name, ...synonyms])]
  const opposites = own.flatMap((one) => oppositesOf(one.replace(/^-+/, '')))
  if (words.some((word) => opposites.includes(word))) return true
  if (value === undefined)
    return own.some((one) =>
      words.some((word, at) =>
        word.startsWith(`${one}=`)
          ? word !== `${one}=true`
          : word === one && /^(?:false|no|off|0)$/.test(words[at + 1] ?? ''),
      ),
    )
  const listed = options.map(splitValue).filter((one) => one.value !== undefined)
  const names = [...new Set([...own, ...listed.map((one) => one.name)])]
  const isFine = (given: string): boolean => listed.some((one) => hasValue(one.value ?? '', given))
  return words.some((_, at) =>
    names.some((one) => {
      const given = valueGiven(one, words.slice(at), node)
      return given !== undefined && !isFine(given)
    }),
  )
}

const oppositesOf = (bare: string): string[] => [`--no-${bare}`, `--no${bare}`, `-no${bare}`]

/** The value that the first of the words gives an option; `undefined` if it gives none. */
function valueGiven(
  name: string,
  [word = '', next = '']: readonly string[],
  node: CommandNode | undefined,
): string | undefined {
  const [given = ''] = word.split('=', 1)
  const isBeginning =
    given.length > 2 &&
    name.startsWith('--') &&
    name.startsWith(given) &&
    optionsNamed(node, given).length === 0
  if (given === name || isBeginning) return word === given ? next : word.slice(given.length + 1)
  // `-mreboot` and `-bmreboot` give `-m` a value; so may any word after one dash that has the letter.
  const letter = name.length === 2 && /^-[^-]/.test(word) ? word.indexOf(name.charAt(1), 1) : -1
  return letter === -1 ? undefined : word.slice(letter + 1) || next
}
