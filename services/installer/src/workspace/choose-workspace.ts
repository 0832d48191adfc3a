import { mkdir } from 'node:fs/promises'
import { t, UsageError } from '@cli-apps/core'
import { userWorkspace, type Workspace } from '@cli-apps/core/node'

/** Returns the workspace of `--global`. Throws `UsageError` `workspace.two` if another one was named. */
export async function openUserWorkspace(
  environment: NodeJS.ProcessEnv,
  named: string | undefined,
): Promise<Workspace> {
  if (named !== undefined)
    throw new UsageError(
      'workspace.two',
      t('workspace.two', 'Pass either --global or --workspace, not both.'),
    )
  const workspace = userWorkspace(environment)
  // It may hold the user's tokens, so it is created as private as these are.
  await mkdir(workspace.root, { recursive: true, mode: 0o700 })
  return workspace
}

export const noSuchFolder = (folder: string): UsageError =>
  new UsageError('workspace.no-folder', t('audit.no-database', 'Folder not found: {folder}.', { folder }), {
    hint: t('workspace.no-folder.hint', 'Create it first, or name another one.'),
  })
