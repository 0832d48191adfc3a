import { availableParallelism } from 'node:os'
import type { AppManifest, CommandNode } from '@cli-apps/core'
import { crawlHelp } from '@cli-apps/core/help'
import { joinOutput } from '@cli-apps/core/node'
import type { Probe } from './probe.ts'

/** How long reading a program's help may take at install: what is known by then is kept. */
const budgetMs = 60_000

/** Reads the program's own help, root and one level of commands, into a command tree. */
export async function readCommandTree(
  manifest: AppManifest,
  probe: Probe,
  signal: AbortSignal,
): Promise<CommandNode> {
  const end = Date.now() + budgetMs
  return crawlHelp(
    async (args) => {
      const { stdout, stderr, exitCode, timedOut } = await probe.run(args, { timeout: 15_000 })
      return { stdout: joinOutput(stdout), stderr: joinOutput(stderr), exitCode, timedOut }
    },
    {
      name: manifest.entry_point,
      depth: 1,
      maxCommands: 150,
      concurrency: availableParallelism() * 2,
      deadline: () => Date.now() > end,
      signal,
      ...(manifest.run?.help === undefined ? {} : { help: manifest.run.help }),
    },
  )
}
