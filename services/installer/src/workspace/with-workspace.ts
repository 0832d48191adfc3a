import { mkdir } from 'node:fs/promises'
import { acquireLock, type Workspace } from '@cli-apps/core/node'
import { hasPendingTransactions, recoverTransactions } from './transaction.ts'

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
  await mkdir(workspace.state, { recursive: true })
  await using _lock = await acquireLock(workspace.state, 'lock', {
    wait: waitMs,
    what: `The workspace ${workspace.root}`,
    signal,
    onWait: (pid) => notice(`Waiting for process ${pid}, which is changing this workspace.`),
  })
  for (const command of await recoverTransactions(workspace)) {
    notice(`Finished "cli-apps ${command}", which had been interrupted.`)
  }
  // Awaited here: the lock is held until the change is done.
  return await change()
}

/** For commands that only read: finishes an interrupted change first, if there is one. */
export async function settleWorkspace(workspace: Workspace, options: WorkspaceLockOptions): Promise<void> {
  if (await hasPendingTransactions(workspace))
    await withWorkspaceLock(workspace, options, async () => undefined)
}
