import path from 'node:path'
import { type InstallRecord, skillDigests, t } from '@cli-apps/core'
import { exists, namesIn, readJson, readWorkspaceFile } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'
import { noteFile } from '../store/known-workspaces.ts'
import { findTemporaryFiles } from '../store/leftovers.ts'
import { readClaims } from '../store/system-owners.ts'
import { systemPackageOf } from '../store/system-package.ts'
import { Journal } from '../workspace/journal.ts'
import { hasPendingTransactions } from '../workspace/pending-changes.ts'
import { leftover } from './check-store.ts'
import { attempt, type Fault } from './fault.ts'

/** Checks a workspace apart from its apps: declarations, interrupted changes and leftover files. */
export async function checkWorkspace(
  records: readonly InstallRecord[],
  { workspace, config }: CommandContext,
): Promise<Fault[]> {
  const faults: Fault[] = []
  if (await hasPendingTransactions(workspace))
    faults.push({
      code: 'workspace.interrupted',
      app: null,
      message: t(
        'check-workspace.change-workspace-interrupted',
        'A change of this workspace was interrupted.',
      ),
      hint: t(
        'check-workspace.hint',
        'Run "{cli} doctor --fix" to finish it; the next install, uninstall or list also does.',
      ),
      paths: [workspace.journal],
    })
  for (const name of await namesIn(workspace.journal)) {
    const file = path.join(workspace.journal, name)
    if (name.endsWith('.json')) await attempt(faults, null, () => readJournal(file))
  }
  await attempt(faults, null, () => readWorkspaceFile(workspace))
  const temporary = await findTemporaryFiles([
    workspace.root,
    workspace.state,
    workspace.records,
    workspace.commands,
    ...new Set(records.flatMap((record) => skillFolders(skillDigests(record), workspace.root))),
  ])
  if (temporary.length > 0) faults.push(leftover('workspace.leftover', temporary))
  const usesStore = records.some(({ store }) => store !== null)
  if (usesStore && !(await exists(noteFile(config.home, workspace.root))))
    faults.push({
      code: 'workspace.moved',
      app: null,
      message: t(
        'check-workspace.store-does-not-know',
        'The store does not know the workspace {root}: it was moved, copied or restored.',
        { root: workspace.root },
      ),
      hint: t(
        'check-workspace.hint.run-cli-apps-doctor-fix',
        'Run "{cli} doctor --fix" to register it, so that "{cli} cache prune" keeps what it uses.',
      ),
      paths: [workspace.root],
    })
  return faults
}

const skillFolders = (files: Readonly<Record<string, string>>, root: string): string[] =>
  Object.keys(files).map((file) => path.dirname(path.join(root, file)))

const readJournal = (file: string) =>
  readJson(file, Journal, {
    what: t('check-workspace.journal-interrupted-change', 'The journal of an interrupted change'),
    code: 'journal.corrupt',
    repair: t(
      'check-workspace.run-cli-apps-doctor-fix',
      'Run "{cli} doctor --fix" to drop that change and repair what it left.',
    ),
  })

/** Reports a system package that this workspace uses but has not claimed, so that other workspaces do not know. */
export async function checkClaim(record: InstallRecord, context: CommandContext): Promise<Fault[]> {
  const { name, adopted, manifest } = record
  const method = manifest.install.find(({ method }) => method === record.method)
  const systemPackage = method && record.store === null ? systemPackageOf({ name, method }) : undefined
  if (adopted || systemPackage === undefined) return []
  const claims = await readClaims(systemPackage, context.config.home)
  if (claims?.includes(context.workspace.root)) return []
  return [
    {
      code: 'system.not-claimed',
      app: name,
      message: t(
        'check-workspace.not-registered-as-used',
        '{name} is not registered as used by {root}, so another workspace may remove it.',
        { name: systemPackage.name, root: context.workspace.root },
      ),
      hint: t('check-workspace.run-cli-apps-doctor-fix-2', 'Run "{cli} doctor --fix" to register it.'),
      paths: [],
    },
  ]
}
