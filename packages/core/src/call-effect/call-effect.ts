import type { CommandNode } from '@cli-apps/help/command-tree'
import { anyCommand } from '../manifest/effect/any-command.ts'
import {
  coveringCommand,
  type Effect,
  listedCommands,
  optionEffects,
  valuedOptions,
  type WithEffects,
} from '../manifest/effect/effect.ts'
import type { RunRecord } from '../workspace/run-record.ts'
import { type FoundCommand, pathsOf } from './call-readings.ts'
import { hasSettings } from './command-line-settings.ts'
import { isQuestion } from './is-question.ts'
import { splitValue } from './listed-option.ts'
import { opensToAll } from './opens-to-all.ts'
import { type IsThere, isListedOption, withOptionEffects } from './option-effect.ts'
import { isOutsideTree } from './outside-tree.ts'

/**
 * Returns the effect of a call, which is that of the command named by its arguments. The app's command tree tells which
 * options before the command to skip (`git -C x push` is `push`). If the tree does not say whether an option takes the
 * next word, both readings count: a call is destructive if either reading is, or if there are too many readings and the
 * app can destroy. Unreadable calls are `unknown`, as are calls that pass configuration or open a port to all, unless
 * their name is destructive, and calls with standard input that name no command of a program that opens a session,
 * which reads its commands there. Options and operands that the manifest lists strengthen the effect.
 */
export function callEffect(
  manifest: WithEffects,
  tree: CommandNode | undefined,
  args: readonly string[],
  { isThere = nothingIsThere, hasInput = false }: CallFacts = {},
): Effect {
  const listed = listedCommands(manifest)
  if (isQuestion(tree, args, listed)) return 'read'
  const valued = valuedOptions(manifest)
  const found = pathsOf({ listed, valued }, tree, args)
  if (found === undefined) return canDestroy(manifest) ? 'destructive' : 'unknown'
  const effectAt = (command: FoundCommand): Effect =>
    withOptionEffects(manifest, { ...command, args, tree, valued, isThere })
  const counts = (one: FoundCommand): boolean => !one.isDoubtful || isListed(manifest, one.path)
  if (found.some((one) => counts(one) && effectAt(one) === 'destructive')) return 'destructive'
  const sure = found.filter(({ isDoubtful }) => !isDoubtful)
  // An entry that lists the option knows what it does there.
  const isJudged = (name: string, at: number): boolean =>
    valued.has(name) || sure.every((command) => isListedOption(manifest, command, { name, at }))
  if (hasSettings(args, isJudged) || opensToAll(args, isJudged)) return 'unknown'
  if (hasInput && isCommanded(manifest) && !found.some(({ path }) => isListed(manifest, path)))
    return 'unknown'
  const [effect, ...others] = new Set(likely(manifest, tree, sure).map(effectAt))
  return effect === undefined || others.length > 0 ? 'unknown' : effect
}

/**
 * The readings that count. Without a help, one that names a listed command is right: `--json` of `--json list` takes no
 * value. Of one command under several of its names, the one of which more words are listed is.
 */
function likely(
  manifest: WithEffects,
  tree: CommandNode | undefined,
  sure: readonly FoundCommand[],
): readonly FoundCommand[] {
  if (tree !== undefined) {
    const listed = new Map(sure.map((one) => [one, wordsListed(manifest, one.path)]))
    const most = new Map<CommandNode | undefined, number>()
    for (const [{ node }, words] of listed) most.set(node, Math.max(words, most.get(node) ?? 0))
    return sure.filter((one) => one.node === undefined || listed.get(one) === most.get(one.node))
  }
  const named = sure.filter(({ path }) => isListed(manifest, path))
  return named.length > 0 ? named : sure
}

/** How many of the first words of a path are a listed command. */
function wordsListed(manifest: WithEffects, path: readonly string[]): number {
  const command = coveringCommand(manifest, path)?.command ?? anyCommand
  return command === anyCommand ? 0 : command.split(' ').length
}

/** What is known of a call besides its arguments. */
interface CallFacts {
  /** Which operands name existing files and folders. */
  isThere?: IsThere | undefined
  /** Something is written to its standard input. */
  hasInput?: boolean | undefined
}

/** Whether what a program reads can destroy: commands of a session. */
const isCommanded = (manifest: WithEffects): boolean =>
  manifest.run?.bare === 'session' && canDestroyAnything(manifest)

const isListed = (manifest: WithEffects, path: readonly string[]): boolean =>
  (coveringCommand(manifest, path)?.command ?? anyCommand) !== anyCommand

/** If the call's folder is unknown, only operands written as paths count as paths. */
const nothingIsThere: IsThere = () => false

/** Whether a word may be a destructive command; the program's own options are judged by name. */
const canDestroy = (manifest: WithEffects): boolean =>
  (manifest.run?.effects?.destructive ?? []).some(
    (entry) => typeof entry === 'string' || entry.command !== undefined,
  )

/**
 * Whether a call of unknown effect may destroy after all: its app lists something destructive, and the arguments contain
 * configuration or words that the command tree lacks, or a session gets commands on standard input. Without a tree, every
 * such call may, except for a question for help. A call that opens a port to all is suspect, whatever its app lists.
 */
export function isSuspect(
  { manifest }: { manifest: WithEffects },
  tree: CommandNode | undefined,
  args: readonly string[],
  { hasInput = false }: CallFacts = {},
): boolean {
  if (opensToAll(args) || (hasInput && isCommanded(manifest))) return true
  if (hasSettings(args) && canDestroyAnything(manifest)) return true
  if (!canDestroy(manifest)) return false
  return tree === undefined
    ? args.length > 0 && !asksForHelp(args)
    : isOutsideTree(tree, args, { listed: optionsOf(manifest), valued: valuedOptions(manifest) })
}

const canDestroyAnything = (manifest: WithEffects): boolean =>
  (manifest.run?.effects?.destructive ?? []).length > 0

const optionsOf = (manifest: WithEffects): ReadonlySet<string> =>
  new Set(optionEffects(manifest).flatMap(({ options }) => options.map((option) => splitValue(option).name)))

const asksForHelp = (args: readonly string[]): boolean =>
  args[0] === 'help' || (args.at(-1) === '--help' && !args.includes('--'))

/**
 * Returns the effect of a call of an installed app. Without its command tree, aliases of commands are unknown, so an
 * unreadable call counts as destructive if anything in the app is.
 */
export function recordEffect(
  { manifest, commands }: Pick<RunRecord, 'manifest' | 'commands'>,
  tree: CommandNode | undefined,
  args: readonly string[],
  facts: CallFacts = {},
): Effect {
  const effect = callEffect(manifest, tree, args, facts)
  const isTreeLost = commands !== undefined && tree === undefined
  return effect === 'unknown' && isTreeLost && canDestroy(manifest) ? 'destructive' : effect
}
