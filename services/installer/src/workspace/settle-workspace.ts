import { t } from '@cli-apps/core'
import { hasCode, type Workspace } from '@cli-apps/core/node'
import { hasPendingTransactions } from './pending-changes.ts'
import type { WorkspaceLockOptions } from './with-workspace.ts'

/**
 * Completes an interrupted change, for commands that otherwise only read. Recovery code is loaded only if there is one.
 * If this user may not write, prints a notice and leaves the workspace unchanged.
 */
export async function settleWorkspace(workspace: Workspace, options: WorkspaceLockOptions): Promise<void> {
  if (!(await hasPendingTransactions(workspace))) return
  const { withWorkspaceLock } = await import('./with-workspace.ts')
  try {
    await withWorkspaceLock(workspace, options, async () => undefined)
  } catch (error) {
    if (!['EROFS', 'EACCES', 'EPERM'].some((code) => hasCode(error, code))) throw error
    options.notice(
      t(
        'settle-workspace.change-interrupted-user-may',
        'A change of {root} was interrupted, and this user may not write there to finish it. The output may show an incomplete state.',
        { root: workspace.root },
      ),
    )
  }
}
