import * as z from 'zod'
import type { AppName } from '../../manifest/app-name.ts'
import { t } from '../../messages/t.ts'
import type { InstallRecord } from '../../workspace/install-record.ts'
import type { Lockfile } from '../../workspace/lockfile.ts'
import { readJson } from '../files.ts'
import { damagedRecord, listInstalled } from '../record-signature/installed-apps.ts'
import { vetRecord } from '../record-signature/vet-record.ts'
import { orConflict } from './merge-conflict.ts'
import { withPlacedRegistries } from './portable-registry.ts'
import { recordFile, type Workspace } from './workspace.ts'

/** Reads the record of an app, whoever wrote it; `undefined` if it is not installed. Throws `record.corrupt` for a damaged one. */
export async function readRecord(workspace: Workspace, name: AppName): Promise<InstallRecord | undefined> {
  const file = recordFile(workspace, name)
  const schema = async () => (await import('../../workspace/install-record.ts')).InstallRecord
  const record = await readJson(file, schema, damagedRecord(name))
  return record && vetRecord(record, false)
}

/** Reads the manifest of an installed app as published, before any schema; `undefined` if it is not installed. */
export async function readPublishedManifest(workspace: Workspace, name: AppName): Promise<unknown> {
  const file = recordFile(workspace, name)
  const record = await readJson(file, z.object({ manifest: z.unknown() }), damagedRecord(name))
  return record?.manifest
}

export async function readRecords(workspace: Workspace): Promise<InstallRecord[]> {
  const names = await listInstalled(workspace)
  const records = await Promise.all(names.map((name) => readRecord(workspace, name)))
  return records.filter((record) => record !== undefined)
}

/** Reads `cli-apps.lock`; empty if it does not exist. */
export async function readLockfile(workspace: Workspace): Promise<Lockfile> {
  const file = workspace.lockfile
  const schema = async () => (await import('../../workspace/lockfile.ts')).Lockfile
  const read = readJson(file, schema, {
    what: t('workspace-state.lockfile', 'The lockfile'),
    code: 'lockfile.corrupt',
    repair: t(
      'workspace-state.restore-from-version-control',
      'Restore {file} from version control, or let "{cli} doctor --fix" write it again from what is installed.',
      { file },
    ),
  })
  const lockfile = await orConflict(read, {
    file,
    what: t('workspace-state.lockfile', 'The lockfile'),
    code: 'lockfile.conflict',
    repair: t(
      'workspace-state.settle-cli-apps-json-first',
      'Settle cli-apps.json first, then run "{cli} lock", which joins both sides.',
    ),
  })
  return withPlacedRegistries(lockfile ?? { lockfile: 1, apps: {} }, workspace)
}
