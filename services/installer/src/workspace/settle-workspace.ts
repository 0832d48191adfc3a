import { t } from '@cli-apps/core'
import { hasCode, type Workspace } from '@cli-apps/core/node'
import { hasPendingTransactions } from './pending-changes.ts'
import type { WorkspaceLockOptions } from './with-workspace.ts'

/**
 * For commands that only read: finishes an interrupted change first, if there is one. There mostly is none, so what
 * finishing takes is loaded only then. Where this user may not write, it says so and leaves the workspace as it is.
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
