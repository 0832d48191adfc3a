import { namesIn, type Workspace } from '@cli-apps/core/node'

/** Whether there is anything to recover. Reads one folder, which is usually empty. */
export const hasPendingTransactions = async (workspace: Workspace): Promise<boolean> =>
  (await pendingChanges(workspace)).length > 0

/** Returns the ids of unfinished changes, in order. */
export async function pendingChanges(workspace: Workspace): Promise<string[]> {
  const names = await namesIn(workspace.journal)
  return [...new Set(names.map((name) => name.replace(/\..*$/, '')))].sort()
}
