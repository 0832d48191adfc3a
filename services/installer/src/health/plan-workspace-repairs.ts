import path from 'node:path'
import { playbookSkillPath, t, umbrellaName } from '@cli-apps/core'
import { playbookRecordFile } from '@cli-apps/core/node'
import type { PlannedChange } from '@cli-apps/core/results'
import type { CommandContext } from '../context.ts'
import { removes, writes } from '../plan/planned-effect.ts'
import { noteFile } from '../store/known-workspaces.ts'
import type { Fault } from './fault.ts'
import { type Repair, stagingOf } from './repair.ts'

/** Returns the change that fixes the faults. */
export const changeOf = (
  subject: string,
  summary: string,
  faults: readonly Fault[],
  effects: PlannedChange['effects'],
): PlannedChange => ({
  subject,
  summary,
  effects,
  permissions: [],
  remarks: faults.map(({ message }) => message),
  facts: { faults: faults.map(({ code }) => code) },
})

/** A fault that cannot be repaired here, with a hint. */
export const noRepair = (fault: Fault, hint = fault.hint): Repair => ({
  repair: 'none',
  change: {
    ...changeOf(
      fault.app ?? 'workspace',
      t('plan-workspace-repairs.cannot-repair', 'cannot repair: {message}', { message: fault.message }),
      [],
      [],
    ),
    remarks: [hint],
    facts: { faults: [fault.code] },
  },
})

/** Plans the repair of faults of the workspace and the store. */
export function planWorkspaceRepairs(faults: readonly Fault[], context: CommandContext): Repair[] {
  return faults.filter(({ app }) => app === null).map((fault) => planRepair(fault, context))
}

function planRepair(fault: Fault, { workspace, config }: CommandContext): Repair {
  const { code, paths, playbook } = fault
  if (playbook !== undefined)
    return code === 'playbook.withdrawn' ? noRepair(fault) : writePlaybook(fault, playbook)
  switch (code) {
    case 'workspace.leftover':
    case 'store.leftover':
    case 'store.corrupt-note':
      return {
        repair: 'remove',
        paths,
        change: changeOf(
          'leftovers',
          t('plan-workspace-repairs.remove-what-left-behind', 'remove what was left behind'),
          [fault],
          removes(...paths),
        ),
      }
    case 'store.unfinished':
      return {
        repair: 'remove-entries',
        folders: paths,
        change: changeOf(
          'store',
          t('plan-workspace-repairs.remove-unfinished-build', 'remove an unfinished build'),
          [fault],
          removes(...paths.map((folder) => `${folder}${path.sep}`)),
        ),
      }
    case 'journal.corrupt':
      return forgetJournals(fault)
    case 'lockfile.corrupt':
      return renewLockfile(fault, workspace)
    case 'skill.missing':
    case 'skill.edited':
    case 'skill.outdated':
    case 'record.corrupt':
      return writeUmbrella(fault)
    case 'workspace.moved':
      return {
        repair: 'note-workspace',
        change: changeOf(
          'store',
          t('plan-workspace-repairs.register-workspace-store', 'register this workspace in the store'),
          [fault],
          writes(noteFile(config.home, workspace.root)),
        ),
      }
    default:
      return noRepair(fault)
  }
}

const writeUmbrella = (fault: Fault): Repair => ({
  repair: 'write-umbrella',
  change: changeOf(
    umbrellaName,
    t('umbrella.update', 'update the skill that names all apps'),
    [fault],
    writes(...fault.paths),
  ),
})

const writePlaybook = (fault: Fault, name: string): Repair => ({
  repair: 'write-playbook',
  name,
  change: changeOf(
    name,
    t('plan-workspace-repairs.write-playbook', 'write the skill of the playbook {name} again', { name }),
    [fault],
    writes(playbookSkillPath(name), playbookRecordFile(name)),
  ),
})

function forgetJournals(fault: Fault): Repair {
  const { paths } = fault
  const staging = paths.map((file) => `${stagingOf(file)}${path.sep}`)
  return {
    repair: 'forget-journals',
    files: paths,
    change: changeOf(
      'workspace',
      t(
        'plan-workspace-repairs.drop-interrupted-change-cannot',
        'drop an interrupted change that cannot be read',
      ),
      [fault],
      removes(...paths, ...staging),
    ),
  }
}

function renewLockfile(fault: Fault, { state, lockfile }: CommandContext['workspace']): Repair {
  const saved = path.join(state, 'saved', 'cli-apps.lock')
  const change = changeOf(
    'cli-apps.lock',
    t(
      'plan-workspace-repairs.rewrite-lockfile-from-what',
      'rewrite the lockfile from what is installed here',
    ),
    [fault],
    writes(`${saved}${path.sep}`, lockfile),
  )
  change.remarks.push(
    t(
      'plan-workspace-repairs.entries-other-platforms-only',
      'entries of other platforms are only in the saved text; to keep them, restore the file from version control',
    ),
  )
  return { repair: 'renew-lockfile', change }
}
