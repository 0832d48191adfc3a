import type { AppName } from '@cli-apps/core'
import type { PlannedChange } from '@cli-apps/core/results'
import type { InstallPlan } from '../install/install-plan.ts'
import type { Fault } from './fault.ts'

/** The repair of one or several faults, with the change that a user confirms. */
export type Repair = { change: PlannedChange } & (
  | { repair: 'remove'; paths: readonly string[] }
  | { repair: 'remove-entries'; folders: readonly string[] }
  | { repair: 'forget-journals'; files: readonly string[] }
  | { repair: 'renew-lockfile' }
  | { repair: 'write-umbrella' }
  | { repair: 'note-workspace' }
  | { repair: 'write-playbook'; name: string }
  | {
      repair: 'install-again'
      plan: InstallPlan
      /** Files of the program that did not exist when it was built. */
      extra: readonly string[]
      /** The record cannot be read and is moved away. */
      isRecordDamaged: boolean
    }
  | { repair: 'none' }
)

/** The repair of a fault of an app. `build`: the store entry cannot be trusted and is rebuilt. */
type AppRepair = 'build' | 'install' | 'remove-extra'

const appRepairs: Readonly<Record<string, AppRepair>> = {
  'app.not-installed': 'install',
  'record.corrupt': 'install',
  'record.foreign': 'install',
  'integrity.recorded-digest': 'install',
  'lockfile.differs': 'install',
  'skill.missing': 'install',
  'skill.edited': 'install',
  'skill.outdated': 'install',
  'skill.unread': 'install',
  'commands.missing': 'install',
  'commands.corrupt': 'install',
  'commands.changed': 'install',
  'store.moved': 'install',
  'system.not-claimed': 'install',
  'program.missing': 'install',
  'program.no-interpreter': 'install',
  'program.changed-by-system': 'install',
  'program.other-argv': 'install',
  'program.file-extra': 'remove-extra',
  'program.file-missing': 'build',
  'program.file-changed': 'build',
  'program.no-list': 'build',
  'program.other-list': 'build',
  'store.unfinished': 'build',
  'store.corrupt': 'build',
}

/** Returns one repair for all faults of an app; `undefined` when one of them is final, such as a wrong signature. */
export function appRepairOf(faults: readonly Fault[]): AppRepair | undefined {
  const needed = faults.map(({ code }) => appRepairs[code])
  if (needed.includes(undefined)) return undefined
  if (needed.includes('build')) return 'build'
  return needed.includes('install') ? 'install' : 'remove-extra'
}

/** The folder next to a journal that holds the contents of its change. */
export const stagingOf = (journal: string): string => journal.replace(/(\.undo)?\.json$/, '')

/** Groups faults by the affected app. */
export function faultsByApp(faults: readonly Fault[]): Map<AppName, Fault[]> {
  const found = new Map<AppName, Fault[]>()
  for (const fault of faults)
    if (fault.app !== null) found.set(fault.app, [...(found.get(fault.app) ?? []), fault])
  return found
}
