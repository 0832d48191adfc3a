import { acquireLock, removeAbandoned, type Workspace } from '@cli-apps/core/node'
import { requireOwnState } from './place.ts'
import { recoverTransactions } from './transaction.ts'

export interface WorkspaceLockOptions {
  signal: AbortSignal
  notice: (message: string) => void
}

const waitMs = 10 * 60_000

/** Runs `change` as the only installer in the workspace, after finishing what a killed one left. */
export async function withWorkspaceLock<Result>(
  workspace: Workspace,
  { signal, notice }: WorkspaceLockOptions,
  change: () => Promise<Result>,
): Promise<Result> {
  await requireOwnState(workspace)
  await using _lock = await acquireLock(workspace.state, 'lock', {
    wait: waitMs,
    what: `The workspace ${workspace.root}`,
    signal,
    onWait: (pid) => notice(`Waiting for process ${pid}, which is changing this workspace.`),
  })
  await removeAbandoned(workspace.state)
  const { finished, dropped } = await recoverTransactions(workspace)
  for (const command of finished) notice(`Finished "cli-apps ${command}", which had been interrupted.`)
  if (dropped > 0)
    notice('Discarded a change that was interrupted before it was complete; the workspace is unchanged.')
  // Awaited here: the lock is held until the change is done.
  return await change()
}
