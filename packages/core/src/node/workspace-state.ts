import { readdir } from 'node:fs/promises'
import * as z from 'zod'
import { type AppName, isAppName } from '../app-name.ts'
import { CommandNode } from '../command-tree.ts'
import { InstallRecord } from '../install-record.ts'
import { emptyLockfile, Lockfile } from '../lockfile.ts'
import { WorkspaceFile } from '../workspace-file.ts'
import { isMissing, readJson } from './files.ts'
import { commandsFile, recordFile, type Workspace } from './workspace.ts'

/** The record of an installed app, or `undefined` when it is not installed. A damaged record throws `record.corrupt`. */
export const readRecord = (workspace: Workspace, name: AppName): Promise<InstallRecord | undefined> => {
  const file = recordFile(workspace, name)
  return readJson(file, InstallRecord, {
    what: `The install record of ${name}`,
    code: 'record.corrupt',
    repair: `Delete ${file} and run "cli-apps install ${name}", which finds the program in the store and writes the record again.`,
  })
}

/** The manifest of an installed app as it was published, before any schema; `undefined` when it is not installed. */
export async function readPublishedManifest(workspace: Workspace, name: AppName): Promise<unknown> {
  const file = recordFile(workspace, name)
  const record = await readJson(file, z.object({ manifest: z.unknown() }), {
    what: `The install record of ${name}`,
    code: 'record.corrupt',
    repair: `Delete ${file} and run "cli-apps install ${name}".`,
  })
  return record?.manifest
}

/** Names of installed apps, in order, without reading their records. */
export async function listInstalled(workspace: Workspace): Promise<AppName[]> {
  try {
    const files = await readdir(workspace.records)
    return files
      .filter((file) => file.endsWith('.json'))
      .map((file) => file.slice(0, -'.json'.length))
      .filter(isAppName)
      .sort()
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

export async function readRecords(workspace: Workspace): Promise<InstallRecord[]> {
  const names = await listInstalled(workspace)
  const records = await Promise.all(names.map((name) => readRecord(workspace, name)))
  return records.filter((record) => record !== undefined)
}

/** The command tree of an installed app, or `undefined` when its help could not be read at install. */
export const readCommands = (workspace: Workspace, name: AppName): Promise<CommandNode | undefined> => {
  const file = commandsFile(workspace, name)
  return readJson(file, CommandNode, {
    what: `The command tree of ${name}`,
    code: 'commands.corrupt',
    repair: `Delete ${file} and run "cli-apps install ${name}" again.`,
  })
}

/** `cli-apps.lock`; an empty one where there is none. */
export async function readLockfile(workspace: Workspace): Promise<Lockfile> {
  const lockfile = await readJson(workspace.lockfile, Lockfile, {
    what: 'The lockfile',
    code: 'lockfile.corrupt',
    repair: `Restore ${workspace.lockfile} from version control, or delete it and install the apps again.`,
  })
  return lockfile ?? emptyLockfile()
}

/** `cli-apps.json`; one that declares nothing where there is none. */
export async function readWorkspaceFile(workspace: Workspace): Promise<WorkspaceFile> {
  const file = await readJson(workspace.file, WorkspaceFile, {
    what: 'The workspace file',
    code: 'workspace.corrupt',
    repair: `Mend ${workspace.file} by hand, or restore it from version control.`,
  })
  return file ?? { apps: {} }
}
