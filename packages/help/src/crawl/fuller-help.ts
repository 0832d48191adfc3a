import type { CommandNode } from '../command-tree.ts'
import { parseHelp } from '../screen/parse-help.ts'
import { helpTextOf, type RunHelp } from './ask-for-help.ts'
import { findPointers } from './find-pointers.ts'
import { findListingCommand } from './listing-command.ts'
import { mergeScreen } from './merge-screen.ts'
import { fingerprint } from './same-screen.ts'

interface FollowPointersOptions {
  runHelp: RunHelp
  /** The screen that was read into the node. */
  text: string
  program: string
  words: readonly string[]
  /** The commands that are listed where this one is. */
  siblings?: readonly CommandNode[]
}

/** Asks in the ways that the screen names for a fuller help, and adds to the node what they tell. */
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
    const screen = parseHelp(more, { name: node.name, parents })
    if (!listsAround(screen, { words, siblings })) mergeScreen(node, screen)
  }
}

/** Where the command itself is listed, or all those beside it, the screen is that of a command above. */
function listsAround(
  { commands }: CommandNode,
  { words, siblings }: { words: readonly string[]; siblings: readonly CommandNode[] },
): boolean {
  const listed = new Set(commands.map(({ name }) => name))
  const beside = siblings.filter(({ name }) => name !== words.at(-1))
  return listed.has(words[0] ?? '') || (beside.length > 1 && beside.every(({ name }) => listed.has(name)))
}

/** The screen of all commands, of a program that answers with the help of the command that lists them. */
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

/** Adds what the manual page of that name tells; false where there is none. */
export async function readManual(
  node: CommandNode,
  {
    page,
    readManual: read,
  }: { page: string; readManual: ((page: string) => Promise<string | undefined>) | undefined },
): Promise<boolean> {
  const text = await read?.(page).catch(() => undefined)
  if (text === undefined) return false
  // Its prose names much that looks like a command: what it says of options is sure.
  mergeScreen(node, { ...parseHelp(text, { name: node.name }), commands: [] })
  return true
}
