import { t } from '@cli-apps/core'
import { finishAbandonedRuns, markersFolder } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'

/** Moves away what killed runs created at protected paths, before another program can act on it. */
export async function settleRuns({ config, workspace, output }: CommandContext): Promise<void> {
  const { quarantined, left } = await finishAbandonedRuns(markersFolder(config.home, workspace.root))
  for (const { path, to } of quarantined)
    output.notice(
      t(
        'settle-runs.run-killed-had-created',
        'A run that was killed had created {path} where later tools would run it. It is in {to} now.',
        { path, to },
      ),
    )
  for (const path of left)
    output.notice(
      t(
        'settle-runs.run-killed-had-created.run-killed-had-created',
        'A run that was killed had created {path} where later tools would run it, and it could not be moved away. Remove it.',
        { path },
      ),
    )
}
