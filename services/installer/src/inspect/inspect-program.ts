import type { CommandNode } from '@cli-apps/core'
import { t } from '@cli-apps/core'
import type { CommandContext } from '../context.ts'
import { openWorkFolder } from '../home/work-folder.ts'
import type { InspectTarget } from './find-target.ts'
import { openKnownTree } from './known-tree.ts'

interface InspectOptions extends Pick<CommandContext, 'environment' | 'signal' | 'config' | 'output'> {
  /** Maximum depth of commands to ask. */
  depth: number
  /** Asks the program even if its tree is cached. */
  isFresh: boolean
}

const limits = { budgetMs: 240_000, maxCommands: 2000 }

/**
 * Returns the command tree of a program, from the cache if the program is unchanged. An interrupt or timeout returns
 * what is known so far, and `warnings` say so.
 */
export async function inspectProgram(target: InspectTarget, options: InspectOptions): Promise<CommandNode> {
  const { environment, signal, config, output, depth, isFresh } = options
  const known = await openKnownTree(target, { depth, limits, config })
  const before = isFresh ? undefined : await known.read()
  if (before !== undefined) return before
  // Loaded lazily: not needed if the tree is cached.
  const [{ openProbe }, { readTree }, { manualPages }, { findCompletionScripts }] = await Promise.all([
    import('../probe/probe.ts'),
    import('./read-tree.ts'),
    import('./manual-pages.ts'),
    import('./find-completion-scripts.ts'),
  ])
  const progress = output.progress(
    t('inspect-program.read-help', 'read the help of {name}', { name: target.name }),
  )
  try {
    await using work = openWorkFolder(config.home)
    await using probe = await openProbe(target.argv, {
      environment,
      signal,
      work,
      readable: target.readable ?? [],
    })
    const readManual = manualPages(target.argv, { environment, signal })
    const readCompletions = () => findCompletionScripts(target.argv, target.name)
    const tree = await readTree(target, probe, { depth, ...limits, signal, readManual, readCompletions })
    if (!signal.aborted) await known.keep(tree)
    return tree
  } finally {
    progress.done()
  }
}
