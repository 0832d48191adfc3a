import { access, constants } from 'node:fs/promises'
import path from 'node:path'
import { t } from '@cli-apps/core'
import { exists, lockHolder, namesIn } from '@cli-apps/core/node'
import type { InstallerConfig } from '../config.ts'
import { asideSuffix } from '../store/aside.ts'
import { lockNameOf } from '../store/build-entry.ts'
import { listKnownWorkspaces } from '../store/known-workspaces.ts'
import { findTemporaryFiles } from '../store/leftovers.ts'
import { type FoundEntry, listEntries } from '../store/list-entries.ts'
import { attempt, type Fault, somePaths } from './fault.ts'

/**
 * Checks the store of this machine, which all workspaces share: whether it is writable, and what killed installs left.
 */
export async function checkStore({ home, store, locks }: InstallerConfig): Promise<Fault[]> {
  const faults: Fault[] = []
  const nearest = await nearestFolder(home)
  const isWritable = await access(nearest, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  )
  if (!isWritable)
    faults.push({
      code: 'store.not-writable',
      app: null,
      message: t('check-store.store-cannot-written', 'The store cannot be written: {nearest}', { nearest }),
      hint: t(
        'check-store.hint',
        'Check its owner and permissions and that the disk is not read-only, or set CLI_APPS_HOME to another folder.',
      ),
      paths: [nearest],
    })
  await attempt(faults, null, () => listKnownWorkspaces(home))
  const entries = await listEntries(store)
  for (const found of entries)
    if (!found.isFinished && !(await isBeingBuilt(found, locks))) faults.push(unfinished(found))
  const temporary = await findTemporaryFiles([
    ...['system', 'trust', 'workspaces'].map((folder) => path.join(home, folder)),
    ...entries.map(({ entry }) => entry.folder),
    locks,
  ])
  if (temporary.length > 0) faults.push(leftover('store.leftover', temporary))
  return faults
}

export const leftover = (code: string, paths: string[]): Fault => ({
  code,
  app: null,
  message: t(
    'check-store.command-killed-left-files',
    'A command that was killed left files behind: {paths}',
    { paths: somePaths(paths) },
  ),
  hint: t('check-store.hint.run-cli-apps-doctor-fix', 'Run "{cli} doctor --fix" to remove them.'),
  paths,
})

async function isBeingBuilt({ entry }: FoundEntry, locks: string): Promise<boolean> {
  if ((await namesIn(locks)).length === 0) return false
  const name = lockNameOf(entry).replace(asideSuffix, '')
  return (await lockHolder(locks, name)) !== undefined
}

const unfinished = ({ entry, name, version }: FoundEntry): Fault => ({
  code: 'store.unfinished',
  app: null,
  message: t(
    'check-store.install-killed-left',
    'An install of {name} {version} was killed and left {folder}',
    { name, version, folder: entry.folder },
  ),
  hint: t('check-store.run-cli-apps-doctor-fix', 'Run "{cli} doctor --fix" to remove it.'),
  paths: [entry.folder],
})

async function nearestFolder(folder: string): Promise<string> {
  return folder === path.dirname(folder) || (await exists(folder))
    ? folder
    : nearestFolder(path.dirname(folder))
}
