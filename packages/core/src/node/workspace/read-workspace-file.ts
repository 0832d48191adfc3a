import { t } from '../../messages/t.ts'
import type { WorkspaceFile } from '../../workspace/workspace-file.ts'
import { readJson } from '../files.ts'
import { orConflict } from './merge-conflict.ts'
import type { Workspace } from './workspace.ts'

/** Reads `cli-apps.json`; empty if it does not exist. */
export async function readWorkspaceFile(workspace: Workspace): Promise<WorkspaceFile> {
  const { file } = workspace
  const schema = async () => (await import('../../workspace/workspace-file.ts')).WorkspaceFile
  const read = readJson(file, schema, {
    what: t('workspace-state.workspace-file', 'The workspace file'),
    code: 'workspace.corrupt',
    repair: t(
      'workspace-state.correct-hand-restore-from',
      'Correct {file} by hand, or restore it from version control.',
      { file },
    ),
  })
  const found = await orConflict(read, {
    file,
    what: t('workspace-state.workspace-file', 'The workspace file'),
    code: 'workspace.conflict',
    repair: t('workspace-state.keep-apps-both-sides', 'Keep the apps of both sides and remove the marks.'),
  })
  return found ?? { apps: {} }
}
