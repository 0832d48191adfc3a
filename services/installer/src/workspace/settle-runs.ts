import { finishAbandonedRuns, markersFolder } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'

/** Moves away what runs created at protected places whose process was killed, before anything else can obey it. */
export async function settleRuns({ config, workspace, output }: CommandContext): Promise<void> {
  for (const { path, to } of await finishAbandonedRuns(markersFolder(config.home, workspace.root)))
    output.notice(
      `A run that was killed had created ${path} where later tools would run it. It is in ${to} now.`,
    )
}
