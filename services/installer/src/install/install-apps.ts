import { CanceledError, type InstallRecord } from '@cli-apps/core'
import { readLockfile, readRecord, readWorkspaceFile } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'
import { commitChanges, type FileChange } from '../workspace/transaction.ts'
import { withWorkspaceLock } from '../workspace/with-workspace.ts'
import { appChanges, lockedApp, lockfileChange, workspaceFileChange } from './install-changes.ts'
import type { InstallPlan } from './install-plan.ts'
import { type InstalledApp, installProgram } from './install-program.ts'

/**
 * Carries out plans: all programs are put in place first, then the workspace changes in one transaction. When one fails,
 * the workspace stays as it was and what was changed in the system is taken back; finished store entries stay as a cache.
 */
export async function installApps(
  plans: readonly InstallPlan[],
  context: CommandContext,
): Promise<InstallRecord[]> {
  const { workspace, signal, output } = context
  return withWorkspaceLock(workspace, { signal, notice: output.notice }, async () => {
    const installed: InstalledApp[] = []
    try {
      for (const plan of plans) installed.push(await installProgram(plan, context))
      if (signal.aborted)
        throw new CanceledError(
          'install.canceled',
          'The install was interrupted; the workspace was not changed.',
        )
      return await enterWorkspace(installed, context)
    } catch (error) {
      for (const app of installed.reverse()) await app.undo()
      throw error
    }
  })
}

async function enterWorkspace(
  installed: readonly InstalledApp[],
  context: CommandContext,
): Promise<InstallRecord[]> {
  const { workspace, output } = context
  const [lockfile, declared] = await Promise.all([readLockfile(workspace), readWorkspaceFile(workspace)])
  const records: InstallRecord[] = []
  const changes: FileChange[] = []
  for (const app of installed) {
    const { plan } = app
    const previous = await readRecord(workspace, plan.name)
    const entered = await appChanges(app, previous, { workspace, now: new Date() })
    for (const file of entered.saved)
      output.notice(`You had edited the skill of ${plan.name}; your text is in ${file}.`)
    lockfile.apps[plan.name] = lockedApp(app, lockfile.apps[plan.name])
    declared.apps[plan.name] = plan.range
    records.push(entered.record)
    changes.push(...entered.changes)
  }
  const command = `install ${installed.map(({ plan }) => plan.name).join(' ')}`
  await commitChanges(workspace, command, [
    workspaceFileChange(declared),
    lockfileChange(lockfile),
    ...changes,
  ])
  return records
}
