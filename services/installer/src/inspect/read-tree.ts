import { availableParallelism } from 'node:os'
import type { CommandNode } from '@cli-apps/core'
import { joinOutput } from '@cli-apps/core/node'
import { crawlHelp } from '@cli-apps/help'
import type { Probe } from '../probe/probe.ts'
import type { InspectTarget } from './find-target.ts'
import { inUsersPlace } from './users-place.ts'

export interface ReadTreeOptions {
  /** Levels of commands below the program that are asked. */
  depth: number
  /** Milliseconds until what is known is given. */
  budgetMs: number
  maxCommands: number
  signal: AbortSignal
  readManual?: (page: string) => Promise<string | undefined>
}

/** How long one question may take: the first, and at least each of the others. */
const timeouts = { least: 6_000, most: 20_000 }

/** Reads a program's own help into a command tree, by running it with help flags alone. An interrupt ends it early. */
export async function readTree(
  { name, help }: Pick<InspectTarget, 'name' | 'help'>,
  probe: Probe,
  { depth, budgetMs, maxCommands, signal, readManual }: ReadTreeOptions,
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
      ...(help && { help }),
    },
  )
}
