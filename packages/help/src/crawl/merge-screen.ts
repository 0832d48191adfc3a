import type { CommandNode, CommandOption } from '../command-tree.ts'
import { mergeOptions } from '../options/merge-options.ts'
import { impliedName } from '../options/row-options.ts'

/** Merges another screen of the same command into a node; existing entries are completed and stay first. */
export function mergeScreen(node: CommandNode, more: CommandNode): void {
  node.options = mergeOptions([...node.options, ...more.options], [])
  const names = new Set(node.commands.flatMap(({ name, aliases }) => [name, ...aliases]))
  for (const command of more.commands) {
    const known = node.commands.find(({ name }) => name === command.name)
    if (known !== undefined && known.summary === '') known.summary = command.summary
    if (!names.has(command.name)) node.commands.push(command)
  }
  if (node.arguments.length === 0) node.arguments = more.arguments
  if (node.usage.length === 0) node.usage = more.usage
  if (node.summary === '') node.summary = more.summary
  node.examples = [...new Set([...node.examples, ...more.examples])].slice(0, 20)
}

/**
 * Merges the manual page of a command into what its help says. A letter that the help shows alone gets the long name that
 * the page gives it. Commands of the page count where the help lists none, or where both agree on most.
 */
export function mergeManual(node: CommandNode, page: CommandNode): void {
  const known = new Set(node.options.flatMap(({ short, long }) => [...short, ...long]))
  const onPage = new Set(page.options.flatMap(({ long }) => long))
  const unknown = [...known].filter((name) => !onPage.has(name))
  const options = withoutOther(page.options, node.options)
    .filter((option) => option.description !== '' && !isRunTogether(option, unknown) && !isRange(option))
    .flatMap((option) => apart(option, known))
    .map(withSureDefault)
  for (const option of options) joinLetter(node, option)
  const listed = new Set(node.commands.flatMap(({ name, aliases }) => [name, ...aliases]))
  const agreed = page.commands.filter(({ name }) => listed.has(name)).length
  const isTrusted = page.commands.length > 1 && agreed * 2 >= node.commands.length
  const isOuter = node.commands.length > 0
  const hasUsage = node.usage.length > 0
  mergeScreen(node, {
    ...page,
    // The page of a program with commands also explains what only one of them takes.
    options: options.flatMap((option) =>
      isIn(option, known) ? [asCompletion(option)] : isOuter ? [] : [option],
    ),
    commands: isTrusted ? page.commands : [],
    arguments: hasUsage ? [] : page.arguments,
  })
}

/**
 * The page of GNU Units also documents units_cur, whose `-s, --source` is not the `-s, --strict` of units: where a page uses
 * a letter again, what follows belongs to another program unless the help has it.
 */
function withoutOther(
  onPage: readonly CommandOption[],
  inHelp: readonly CommandOption[],
): readonly CommandOption[] {
  const isSame = (one: CommandOption, other: CommandOption): boolean =>
    one.long.some((name) => other.long.includes(name))
  const isOther = (option: CommandOption, at: number): boolean =>
    option.long.length > 0 &&
    inHelp.some(
      (own) =>
        own.short.some((letter) => option.short.includes(letter)) &&
        !inHelp.some((one) => isSame(one, option)) &&
        onPage.slice(0, at).some((one) => isSame(one, own)),
    )
  const from = onPage.findIndex(isOther)
  return from === -1
    ? onPage
    : onPage.filter((option, at) => at < from || inHelp.some((own) => isSame(own, option)))
}

/** `-0..-8, --compression-level-0..--compression-level-8` of flac. */
const isRange = ({ short, long }: CommandOption): boolean =>
  [...short, ...long].some((name) => name.includes('..'))

/** A page of iperf3 misses a blank between name and value: `--time-skew-thresholdsecond seconds`. */
const isRunTogether = ({ long, value }: CommandOption, unknown: readonly string[]): boolean =>
  value !== null &&
  long.some((name) =>
    unknown.some(
      (one) => one.startsWith('--') && name.startsWith(one) && /^[a-z]+$/.test(name.slice(one.length)),
    ),
  )

/**
 * What a page may add to an option of the help: no default and no variable, which its prose suggests, and of a flag no
 * choices and no repetition. That a switch may be written `--overwrite=false` is no news.
 */
function asCompletion(option: CommandOption): CommandOption {
  const isImplied = option.value?.name === impliedName && option.choices.length > 0
  const isSwitch = option.value?.type === 'boolean' && option.value.optional && option.value.glued
  const isShown = option.value !== null && !isImplied && !isSwitch
  return {
    ...option,
    value: isShown ? option.value : null,
    choices: isShown ? option.choices : [],
    default: null,
    env: null,
    repeatable: option.repeatable && isShown,
  }
}

const isIn = ({ short, long }: CommandOption, known: ReadonlySet<string>): boolean =>
  [...short, ...long].some((name) => known.has(name))

/**
 * A page explains opposites in one paragraph (`--left-only, --right-only`), which cannot be told from synonyms: each
 * long name is an option of its own. Letters stay with the first, unless the help has them elsewhere.
 */
function apart(option: CommandOption, known: ReadonlySet<string>): CommandOption[] {
  const long = option.long.filter(
    (name) => !option.long.includes(name.replace(/^--no-/, '--')) || !name.startsWith('--no-'),
  )
  const negatable = option.negatable || long.length < option.long.length
  const [first, ...more] = long
  if (first === undefined || more.length === 0) return [{ ...option, long, negatable }]
  const short = option.short.filter((name) => option.short.length === 1 && !known.has(name))
  return [
    { ...option, long: [first], short, negatable },
    ...more.map((name) => ({ ...option, long: [name], short: [], negatable })),
  ]
}

/** Prose names much that is no value after the word default. */
const withSureDefault = (option: CommandOption): CommandOption =>
  option.value !== null && /^(?:-?\d[\w.%]*|true|false|yes|no|on|off|auto|\/\S+)$/.test(option.default ?? '')
    ? option
    : { ...option, default: null }

/** `-j N` of the help and `-j, --jobs=N` of the page are one option. */
function joinLetter(node: CommandNode, { short, long }: CommandOption): void {
  if (long.length !== 1 || short.length === 0) return
  const isKnown = node.options.some((option) => option.long.some((name) => long.includes(name)))
  const alone = node.options.filter(
    (option) => option.long.length === 0 && option.short.some((name) => short.includes(name)),
  )
  if (!isKnown && alone.length === 1) alone[0]?.long.push(...long)
}
