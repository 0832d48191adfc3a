import type { AppManifest, CommandNode } from '@cli-apps/core'
import type { CommandContext } from '../context.ts'
import { openKnownTree } from '../inspect/known-tree.ts'
import { manualPages } from '../inspect/manual-pages.ts'
import { readTree } from '../inspect/read-tree.ts'
import type { Probe } from './probe.ts'

/**
 * How long reading a program's help may take at install, and how much of it: what is known by then is kept. Many programs
 * have all their options two levels down, and a skill without them is worth little.
 */
const limits = { budgetMs: 60_000, maxCommands: 300 }
const depth = 3

interface ReadCommandsOptions extends Pick<CommandContext, 'config' | 'environment' | 'signal'> {
  /** How the program is started. */
  argv: readonly string[]
  /** Ask the program whatever is known of it. */
  isFresh?: boolean
}

/** Reads the program's own help, and where that is thin its manual page, into a command tree, or takes what `inspect` has read. */
export async function readCommandTree(
  { entry_point: name, run }: AppManifest,
  probe: Probe,
  { argv, config, environment, signal, isFresh = false }: ReadCommandsOptions,
): Promise<CommandNode> {
  const target = { name, argv, ...(run?.help && { help: run.help }) }
  const known = await openKnownTree(target, { depth, limits, config })
  const before = isFresh ? undefined : await known.read()
  if (before !== undefined) return before
  const readManual = manualPages(argv, { environment, signal })
  const tree = await readTree(target, probe, { depth, ...limits, signal, readManual })
  if (!signal.aborted) await known.keep(tree)
  return tree
}
