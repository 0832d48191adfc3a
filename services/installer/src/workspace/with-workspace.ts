import { t } from '@cli-apps/core'
import { acquireLock, removeAbandoned, type Workspace } from '@cli-apps/core/node'
import { requireOwnState } from './place.ts'
import { recoverTransactions } from './transaction.ts'

export interface WorkspaceLockOptions {
  signal: AbortSignal
  notice: (message: string) => void
}

const waitMs = 10 * 60_000

/** Runs `change` with the workspace's lock, after completing what a killed process left. */
export async function withWorkspaceLock<Result>(
  workspace: Workspace,
  { signal, notice }: WorkspaceLockOptions,
  change: () => Promise<Result>,
): Promise<Result> {
  await requireOwnState(workspace)
  await using _lock = await acquireLock(workspace.state, 'lock', {
    wait: waitMs,
    what: t('apply-repairs.workspace', 'The workspace {root}', { root: workspace.root }),
    signal,
    onWait: (pid) =>
      notice(
        t(
          'with-workspace.waiting-process-changing-workspace',
          'Waiting for process {pid}, which is changing this workspace.',
          { pid },
        ),
      ),
  })
  await removeAbandoned(workspace.state)
  const { finished, dropped } = await recoverTransactions(workspace)
  for (const command of finished)
    notice(
      t(
        'with-workspace.finished-cli-apps-had-been',
        'Finished "cli-apps {command}", which had been interrupted.',
        { command },
      ),
    )
  if (dropped > 0)
    notice(
      t(
        'with-workspace.discarded-change-interrupted-before',
        'Discarded a change that was interrupted before it was complete; the workspace is unchanged.',
      ),
    )
  // Awaited here, so that the lock is held until the change is done.
  return await change()
}
