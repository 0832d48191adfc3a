import { ConflictError, type PlaybookRecord, playbookSkillPath, t } from '@cli-apps/core'
import {
  digestOf,
  openRecordSignatures,
  playbookRecordFile,
  readPlaybookRecord,
  type Workspace,
} from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'
import { readSkillText } from '../skill/read-skill-text.ts'
import type { FileChange } from '../workspace/transaction.ts'

type Place = Pick<CommandContext, 'workspace' | 'config'>

/** The record of a playbook whose skill this user added here. Throws `record.corrupt`. */
export const ownPlaybook = (
  name: string,
  { workspace, config }: Place,
): Promise<PlaybookRecord | undefined> =>
  readPlaybookRecord(workspace, name, openRecordSignatures(config.home))

/**
 * Returns the change that saves what a person edited in the skill of a playbook, before it is replaced or removed. Throws
 * `ConflictError` `skill.foreign` for a skill that we did not write.
 */
export async function savedEdit(
  name: string,
  record: PlaybookRecord | undefined,
  { workspace, next }: { workspace: Workspace; next?: string },
): Promise<FileChange[]> {
  const file = playbookSkillPath(name)
  const text = await readSkillText(workspace, file)
  if (text === undefined || text === next) return []
  if (record === undefined)
    throw new ConflictError(
      'skill.foreign',
      t('playbook.foreign', '{file} was not created by cli-apps, so it is not overwritten.', { file }),
      { hint: t('playbook.foreign.hint', 'Move it away, then try again. Nothing was changed.') },
    )
  const digest = digestOf(text)
  if (record.files[file] === digest) return []
  return [{ path: `.cli-apps/saved/playbooks/${name}/${digest.slice(7, 15)}/SKILL.md`, content: text }]
}

/** The changes that remove a playbook's skill, and save what was edited in it. */
export async function removalChanges(record: PlaybookRecord, workspace: Workspace): Promise<FileChange[]> {
  return [
    ...(await savedEdit(record.name, record, { workspace })),
    ...Object.keys(record.files).map((path) => ({ path, content: null })),
    { path: playbookRecordFile(record.name), content: null },
  ]
}
