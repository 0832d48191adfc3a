import { rm } from 'node:fs/promises'
import { type AppError, type AppName, isAppError, Lockfile, lockfileText, t } from '@cli-apps/core'
import { acquireLock, digestOf, namesIn, readText, recordFile } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'
import { installApps } from '../install/install-apps.ts'
import { writePlaybook } from '../playbooks/change-playbooks.ts'
import { lockNameOf, removeUnfinishedEntry } from '../store/build-entry.ts'
import { noteWorkspace } from '../store/known-workspaces.ts'
import { entryAt } from '../store/store.ts'
import { writeUmbrella } from '../umbrella/write-umbrella.ts'
import { requireOwnState } from '../workspace/place.ts'
import { commitChanges, type FileChange } from '../workspace/transaction.ts'
import { withWorkspaceLock } from '../workspace/with-workspace.ts'
import { type Repair, stagingOf } from './repair.ts'

export interface RepairFailure {
  subject: string
  error: AppError
}

/** Journals and the lockfile first: everything else reads them. */
const order: readonly Repair['repair'][] = [
  'forget-journals',
  'renew-lockfile',
  'remove-entries',
  'remove',
  'install-again',
  'write-playbook',
  'write-umbrella',
  'note-workspace',
]

/** Carries out repairs. Each is applied completely or rolled back; a failure does not prevent the others. */
export async function applyRepairs(
  repairs: readonly Repair[],
  context: CommandContext,
): Promise<RepairFailure[]> {
  const failures: RepairFailure[] = []
  for (const kind of order) {
    for (const repair of repairs.filter((one) => one.repair === kind)) {
      context.signal.throwIfAborted()
      try {
        await applyRepair(repair, context)
      } catch (error) {
        if (!isAppError(error) || context.signal.aborted) throw error
        failures.push({ subject: repair.change.subject, error })
      }
    }
  }
  return failures
}

async function applyRepair(repair: Repair, context: CommandContext): Promise<void> {
  const { workspace, config } = context
  switch (repair.repair) {
    case 'forget-journals':
      return forgetJournals(repair.files, context)
    case 'renew-lockfile':
      return renewLockfile(context)
    case 'remove-entries':
      for (const folder of repair.folders) await removeUnfinished(folder, context)
      return
    case 'remove':
      return removeFiles(repair.paths)
    case 'note-workspace':
      await noteWorkspace(config.home, workspace.root)
      return
    case 'install-again':
      return installAgain(repair, context)
    case 'write-playbook':
      return writePlaybook(repair.name, context)
    case 'write-umbrella':
      return writeUmbrella(context, 'doctor --fix')
    case 'none':
      return
  }
}

async function removeFiles(files: readonly string[]): Promise<void> {
  for (const file of files) await rm(file, { force: true })
}

/** Skips the usual recovery, which such a journal stops. */
async function forgetJournals(
  files: readonly string[],
  { workspace, signal }: CommandContext,
): Promise<void> {
  await requireOwnState(workspace)
  await using _lock = await acquireLock(workspace.state, 'lock', {
    wait: 60_000,
    what: t('apply-repairs.workspace', 'The workspace {root}', { root: workspace.root }),
    signal,
  })
  for (const file of files) {
    await rm(stagingOf(file), { recursive: true, force: true })
    await rm(file, { force: true })
  }
}

const saved = (place: string, file: string, text: string): FileChange => ({
  path: `.cli-apps/saved/${place}/${digestOf(text).slice(7, 15)}/${file}`,
  content: text,
})

async function renewLockfile({ workspace, signal, output }: CommandContext): Promise<void> {
  await withWorkspaceLock(workspace, { signal, notice: output.notice }, async () => {
    const text = await readText(workspace.lockfile)
    if (text === undefined) return
    const aside = saved('cli-apps.lock', 'cli-apps.lock', text)
    await commitChanges(workspace, 'doctor --fix', [
      aside,
      { path: 'cli-apps.lock', content: lockfileText(Lockfile.parse({ lockfile: 1, apps: {} })) },
    ])
    output.notice(
      t('apply-repairs.previous-content-lockfile', 'The previous content of the lockfile is in {path}.', {
        path: aside.path,
      }),
    )
  })
}

/** Checks again once the entry is locked: another process may have begun to build it. */
async function removeUnfinished(folder: string, { config, signal }: CommandContext): Promise<void> {
  const entry = entryAt(folder)
  const name = lockNameOf(entry).replace(/\..*$/, '')
  await using _lock = await acquireLock(config.locks, name, {
    wait: 0,
    what: t('apply-repairs.store-entry', 'The store entry {folder}', { folder }),
    signal,
  })
  const isFinished = name === lockNameOf(entry) && (await namesIn(folder)).includes('app.json')
  if (!isFinished) await removeUnfinishedEntry(entry)
}

async function installAgain(
  { plan, extra, isRecordDamaged }: Repair & { repair: 'install-again' },
  context: CommandContext,
): Promise<void> {
  await removeFiles(extra)
  const putBack = isRecordDamaged ? await putRecordAside(plan.name, context) : async () => {}
  try {
    await installApps([plan], context, { command: 'doctor --fix' })
  } catch (error) {
    await putBack()
    throw error
  }
}

/** Moves away a record that cannot be read, because it would stop the install; its text is kept. Returns the undo. */
async function putRecordAside(
  name: AppName,
  { workspace, signal, output }: CommandContext,
): Promise<() => Promise<void>> {
  const path = `.cli-apps/apps/${name}.json`
  const text = await readText(recordFile(workspace, name))
  if (text === undefined) return async () => {}
  const change = (changes: FileChange[]): Promise<void> =>
    withWorkspaceLock(workspace, { signal: new AbortController().signal, notice: output.notice }, () =>
      commitChanges(workspace, 'doctor --fix', changes),
    )
  signal.throwIfAborted()
  await change([saved(name, 'record.json', text), { path, content: null }])
  return () => change([{ path, content: text }])
}
