import { availableParallelism } from 'node:os'
import type { CommandNode } from '@cli-apps/core'
import { joinOutput } from '@cli-apps/core/node'
import { type CrawlHelpOptions, crawlHelp } from '@cli-apps/help'
import type { Probe } from '../probe/probe.ts'
import type { InspectTarget } from './find-target.ts'
import { inUsersPlace } from './users-place.ts'

export interface ReadTreeOptions {
  /** Maximum depth of commands below the program. */
  depth: number
  /** Milliseconds until the crawl returns what it has. */
  budgetMs: number
  maxCommands: number
  signal: AbortSignal
  readManual?: NonNullable<CrawlHelpOptions['readManual']>
  readCompletions?: NonNullable<CrawlHelpOptions['readCompletions']>
}

/** Timeout per run in milliseconds: the maximum, which applies to the first, and the minimum for the others. */
const timeouts = { least: 6_000, most: 20_000 }

/** Reads a program's help into a command tree, running it only with help flags. An interrupt ends it early. */
export async function readTree(
  { name, help }: Pick<InspectTarget, 'name' | 'help'>,
  probe: Probe,
  { depth, budgetMs, maxCommands, signal, readManual, readCompletions }: ReadTreeOptions,
): Promise<CommandNode> {
  const end = Date.now() + budgetMs
  return crawlHelp(
    async (args, { timeoutMs = timeouts.most } = {}) => {
      const timeout = Math.max(1, Math.min(timeoutMs, end - Date.now()))
      const { stdout, stderr, ...rest } = await probe.run(args, { timeout })
      const read = (output: typeof stdout): string => inUsersPlace(joinOutput(output), probe.folder)
      return { ...rest, stdout: read(stdout), stderr: read(stderr) }
    },
    {
      name,
      depth,
      maxCommands,
      concurrency: availableParallelism() * 2,
      deadline: () => Date.now() > end,
      signal,
      timeouts,
      ...(readManual && { readManual }),
      ...(readCompletions && { readCompletions }),
      ...(help && { help }),
    },
  )
}
