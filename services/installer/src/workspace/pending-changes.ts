import { namesIn, type Workspace } from '@cli-apps/core/node'

/** Is something left to recover? One look at a folder that is mostly empty. */
export const hasPendingTransactions = async (workspace: Workspace): Promise<boolean> =>
  (await pendingChanges(workspace)).length > 0

/** Ids of changes that were begun, in order. */
export async function pendingChanges(workspace: Workspace): Promise<string[]> {
  const names = await namesIn(workspace.journal)
  return [...new Set(names.map((name) => name.replace(/\..*$/, '')))].sort()
}
