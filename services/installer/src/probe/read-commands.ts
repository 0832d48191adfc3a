import type { AppManifest, CommandNode } from '@cli-apps/core'
import type { CommandContext } from '../context.ts'
import { findCompletionScripts } from '../inspect/find-completion-scripts.ts'
import { openKnownTree } from '../inspect/known-tree.ts'
import { manualPages } from '../inspect/manual-pages.ts'
import { readTree } from '../inspect/read-tree.ts'
import type { Probe } from './probe.ts'

/**
 * Limits for reading help at install; what is known by then is kept. Many programs have their options two levels down,
 * and a skill without them is of little use.
 */
const limits = { budgetMs: 60_000, maxCommands: 300 }

/** Until when help may be read that is begun now, in milliseconds of the clock. */
export const helpDeadline = (): number => Date.now() + limits.budgetMs

const depth = 3

interface ReadCommandsOptions extends Pick<CommandContext, 'config' | 'environment' | 'signal'> {
  /** How to start the program. */
  argv: readonly string[]
  /** Asks the program even if its tree is cached. */
  isFresh?: boolean
  /** Milliseconds that are left, where that is less than usual. */
  budgetMs?: number
}

/**
 * Reads the program's help, and its manual page if that is thin, into a command tree, or uses the one cached by
 * `inspect`.
 */
export async function readCommandTree(
  { entry_point: name, run }: Pick<AppManifest, 'entry_point' | 'run'>,
  probe: Probe,
  { argv, config, environment, signal, isFresh = false, budgetMs = limits.budgetMs }: ReadCommandsOptions,
): Promise<CommandNode> {
  const target = { name, argv, ...(run?.help && { help: run.help }) }
  const bounds = { ...limits, budgetMs: Math.min(budgetMs, limits.budgetMs) }
  const known = await openKnownTree(target, { depth, limits: bounds, config })
  const before = isFresh ? undefined : await known.read()
  if (before !== undefined) return before
  const readManual = manualPages(argv, { environment, signal })
  const readCompletions = () => findCompletionScripts(argv, name)
  const tree = await readTree(target, probe, { depth, ...bounds, signal, readManual, readCompletions })
  if (!signal.aborted) await known.keep(tree)
  return tree
}
