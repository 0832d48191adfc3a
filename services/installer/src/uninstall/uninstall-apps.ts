import { isDeepStrictEqual } from 'node:util'
import { type AppName, ConflictError, skillDigests, t, type WorkspaceFile } from '@cli-apps/core'
import { readLockfile, readWorkspaceFile } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'
import { lockfileChange, workspaceFileChange } from '../install/install-changes.ts'
import { namingOf, savedEdits, skillFiles } from '../skill/saved-edits.ts'
import { umbrellaChanges, umbrellaNotices } from '../umbrella/umbrella-changes.ts'
import { isOnlyRead } from '../unread/is-only-read.ts'
import { findAnyRecord } from '../workspace/own-record.ts'
import { type FileChange, prepareChanges } from '../workspace/transaction.ts'
import { withWorkspaceLock } from '../workspace/with-workspace.ts'
import { removedFiles, type UninstallPlan } from './plan-uninstall.ts'
import { putSystemPackageBack, removeSystemPackage } from './remove-system-package.ts'

/**
 * Applies the plans: writes the change of the workspace to the journal, removes system packages that nobody else uses,
 * then makes the change. If a package cannot be removed, everything is rolled back.
 */
export async function uninstallApps(plans: readonly UninstallPlan[], context: CommandContext): Promise<void> {
  const { workspace, signal, output } = context
  await withWorkspaceLock(workspace, { signal, notice: output.notice }, async () => {
    const [lockfile, declared] = await Promise.all([readLockfile(workspace), readWorkspaceFile(workspace)])
    const current = await currentPlans(plans, context)
    const changes: FileChange[] = []
    for (const plan of current) changes.push(...(await removalChanges(plan, context)))
    const names = current.map(({ record }) => record.name)
    changes.push(
      ...(await workspaceFileChange(workspace, withoutApps(declared, names))),
      ...(await lockfileChange(workspace, { ...lockfile, apps: without(lockfile.apps, names) })),
    )
    const umbrella = await umbrellaChanges(changes, context)
    for (const notice of umbrellaNotices(umbrella)) output.notice(notice)
    const programs = current.flatMap(({ record, steps }) => (steps.length > 0 ? record.argv.slice(-1) : []))
    const prepared = await prepareChanges(
      workspace,
      t('uninstall-apps.uninstall', 'uninstall {names}', { names: names.join(' ') }),
      [...changes, ...umbrella],
      programs,
    )
    const removed: UninstallPlan[] = []
    try {
      for (const plan of current) {
        removed.unshift(plan)
        await removeSystemPackage(plan, context)
      }
      await prepared.carryOut()
    } catch (error) {
      for (const plan of removed) await putSystemPackageBack(plan, context)
      await prepared.discard()
      throw error
    }
  })
}

/**
 * The user confirmed the removal of exactly these files, so an app that another process changed since is refused; but not
 * one whose help our own process finished reading.
 */
async function currentPlans(
  plans: readonly UninstallPlan[],
  context: CommandContext,
): Promise<UninstallPlan[]> {
  const current: UninstallPlan[] = []
  for (const plan of plans) {
    const { record, isUntrusted } = plan
    const now = await findAnyRecord(record.name, context)
    const isOwner = now?.isOwn === !isUntrusted
    if (now === undefined || (isOwner && isDeepStrictEqual(now.record.skill, record.skill))) {
      current.push(plan)
      continue
    }
    if (isOwner && isOnlyRead(record, now.record)) {
      current.push({ ...plan, record: now.record })
      continue
    }
    throw new ConflictError(
      'workspace.changed',
      t('workspace.changed.another-process-changed-meanwhile', 'Another process changed {name} meanwhile.', {
        name: record.name,
      }),
      {
        hint: t(
          'workspace.changed.hint',
          'Nothing was changed here. Run the command again to see the new plan.',
        ),
      },
    )
  }
  return current
}

async function removalChanges(
  { record, drafted }: UninstallPlan,
  { workspace, output }: CommandContext,
): Promise<FileChange[]> {
  const edits = await savedEdits(workspace, skillFiles(record), {
    naming: namingOf(record.name),
    known: skillDigests(record),
    accepted: {},
    written: [],
  })
  for (const { path } of edits)
    output.notice(
      t(
        'uninstall-apps.you-had-edited-skill',
        'You had edited the skill of {name}; your text is in {path}.',
        { name: record.name, path },
      ),
    )
  return [...edits, ...removedFiles(record, drafted).map((path) => ({ path, content: null }))]
}

const withoutApps = (file: WorkspaceFile, names: readonly AppName[]): WorkspaceFile => ({
  ...file,
  apps: without(file.apps, names),
  ...(file.pins && { pins: without(file.pins, names) }),
})

const without = <Value>(
  entries: Readonly<Record<AppName, Value>>,
  names: readonly AppName[],
): Record<AppName, Value> => {
  const left = { ...entries }
  for (const name of names) delete left[name]
  return left
}
