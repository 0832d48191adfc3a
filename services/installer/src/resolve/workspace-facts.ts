import type {
  AgentId,
  AppName,
  InstallPolicy,
  InstallRecord,
  LockedApp,
  Lockfile,
  SkillSettings,
  WorkspaceFile,
} from '@cli-apps/core'
import { readLockfile, readWorkspaceFile, type Workspace } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'
import { findOwnRecord } from '../workspace/own-record.ts'

/** What a workspace declares and has locked, read once for a command. */
export interface WorkspaceFacts {
  declared: WorkspaceFile
  lockfile: Lockfile
}

/** What a workspace knows of one app. */
export interface AppState {
  name: AppName
  /** Range that `cli-apps.json` declares. */
  declared: string | undefined
  /** Why it is pinned. */
  pin: string | undefined
  locked: LockedApp | undefined
  /** Of what this user installed here. */
  record: InstallRecord | undefined
  /** Agents that `cli-apps.json` names for every app. */
  agents: readonly AgentId[]
  /** How `cli-apps.json` wants skills to be made. */
  skills: SkillSettings | undefined
  /** What `cli-apps.json` demands of packages. */
  policy: InstallPolicy | undefined
}

export async function readWorkspaceFacts(workspace: Workspace): Promise<WorkspaceFacts> {
  const [declared, lockfile] = await Promise.all([readWorkspaceFile(workspace), readLockfile(workspace)])
  return { declared, lockfile }
}

export const readAppFacts = async (
  name: AppName,
  { declared, lockfile }: WorkspaceFacts,
  context: Pick<CommandContext, 'workspace' | 'config'>,
): Promise<AppState> => ({
  name,
  declared: declared.apps[name],
  pin: declared.pins?.[name],
  locked: lockfile.apps[name],
  record: await findOwnRecord(name, context),
  agents: declared.agents ?? [],
  skills: declared.skills,
  policy: declared.policy,
})

/** An app that is not declared, not locked and not installed by this user is there by its record alone, which came with the folder. */
export const isKnown = ({ declared, locked, record }: AppState): boolean =>
  declared !== undefined || locked !== undefined || record !== undefined

/** Tells whether what a plan was made from is still so: two texts are equal where nothing that a plan rests on differs. */
export const basisOf = ({ declared, pin, locked, record, agents }: AppState): string =>
  JSON.stringify([
    declared,
    pin,
    locked,
    agents,
    record && [record.digest, record.method, record.store, record.argv, record.skill],
  ])
