import pMap from 'p-map'
import type { CommandNode } from '../command-tree.ts'
import { parseHelp } from '../screen/parse-help.ts'
import { helpTextOf, type RunHelp } from './ask-for-help.ts'
import { findPointers } from './find-pointers.ts'
import { findListingCommand } from './listing-command.ts'
import { mergeManual, mergeScreen } from './merge-screen.ts'
import { withoutOtherPrograms } from './other-programs.ts'
import { fingerprint } from './same-screen.ts'

interface FollowPointersOptions {
  runHelp: RunHelp
  /** The screen from which the node was read. */
  text: string
  program: string
  words: readonly string[]
  /** The other commands of the same list. */
  siblings?: readonly CommandNode[]
}

/** Runs the ways to more help that the screen mentions, and merges their screens into the node. */
export async function followPointers(
  node: CommandNode,
  { runHelp, text, program, words, siblings = [] }: FollowPointersOptions,
): Promise<void> {
  const seen = new Set([fingerprint(text)])
  for (const args of findPointers(text, { program, words, node })) {
    const run = await runHelp(args).catch(() => undefined)
    const more = run && helpTextOf(run.stdout, run.stderr)
    if (more === undefined || seen.has(fingerprint(more))) continue
    seen.add(fingerprint(more))
    const parents = words.length === 0 ? [] : [program, ...words.slice(0, -1)]
    const screen = parseHelp(withoutOtherPrograms(more, program), { name: node.name, parents })
    if (listsAround(screen, { words, siblings })) continue
    mergeScreen(node, mayHaveCommands(node, args) ? screen : { ...screen, commands: [] })
  }
}

/**
 * Whether a fuller screen may bring commands: the screen before has some or takes one, or the call asks for them. All the
 * manuals of a program (`cmake --help-full`) list those of its language too.
 */
const mayHaveCommands = ({ commands, usage }: CommandNode, args: readonly string[]): boolean =>
  commands.length > 0 ||
  usage.some((line) => /\b(sub)?commands?\b/i.test(line)) ||
  args.some((word) => /command|list|^-a$/.test(word))

/** Whether the screen is a parent's: it lists the command itself or all its siblings. */
function listsAround(
  { commands }: CommandNode,
  { words, siblings }: { words: readonly string[]; siblings: readonly CommandNode[] },
): boolean {
  const listed = new Set(commands.map(({ name }) => name))
  const beside = siblings.filter(({ name }) => name !== words.at(-1))
  return listed.has(words[0] ?? '') || (beside.length > 1 && beside.every(({ name }) => listed.has(name)))
}

/** Returns the screen of all commands for a program that shows the help of its list command instead of its own. */
export async function askForListing(
  runHelp: RunHelp,
  { text, program }: { text: string; program: string },
): Promise<string | undefined> {
  const { usage } = parseHelp(text, { name: program })
  const command = findListingCommand(text, { program, usage })
  if (command === undefined) return undefined
  const run = await runHelp([command]).catch(() => undefined)
  const listing = run && helpTextOf(run.stdout, run.stderr)
  return listing !== undefined && parseHelp(listing, { name: program }).commands.length > 0
    ? listing
    : undefined
}

interface ReadManualOptions {
  page: string
  /** Words before the command, starting with the program's name. */
  parents?: readonly string[]
  readManual: ((page: string) => Promise<string | undefined>) | undefined
}

/** Merges a manual page into the node; returns false if there is none. */
export async function readManual(
  node: CommandNode,
  { page, parents = [], readManual: read }: ReadManualOptions,
): Promise<boolean> {
  const text = await read?.(page).catch(() => undefined)
  if (text === undefined) return false
  mergeManual(node, parseHelp(text, { name: node.name, parents }))
  return true
}

/** A screen with more options than this tells everything. */
const fewOptions = 12
/** Formatting a page takes longer than asking a program; most programs list their main commands first. */
const mostPages = 30

/** Merges the pages of commands that have one of their own (`git-log`), where their help is short. */
export async function readManualsBelow(
  root: CommandNode,
  { readManual: read, isOver, concurrency }: Pick<ReadManualOptions, 'readManual'> & ReadPagesOptions,
): Promise<void> {
  const short = root.commands.filter(
    ({ name, options }) => options.length < fewOptions && /^[\w.+-]+$/.test(name),
  )
  await pMap(
    short.slice(0, mostPages),
    async (node) => {
      if (isOver()) return
      await readManual(node, { page: `${root.name}-${node.name}`, parents: [root.name], readManual: read })
    },
    { concurrency },
  )
}

interface ReadPagesOptions {
  isOver: () => boolean
  concurrency: number
}
