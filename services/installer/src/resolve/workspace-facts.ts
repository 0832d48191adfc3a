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

/** What a workspace declares and has locked, read once per command. */
export interface WorkspaceFacts {
  declared: WorkspaceFile
  lockfile: Lockfile
}

/** State of one app in a workspace. */
export interface AppState {
  name: AppName
  /** Range that `cli-apps.json` declares. */
  declared: string | undefined
  /** Reason of its pin. */
  pin: string | undefined
  locked: LockedApp | undefined
  /** Record of the app that this user installed here. */
  record: InstallRecord | undefined
  /** Agents that `cli-apps.json` names for every app. */
  agents: readonly AgentId[]
  /** Skill settings of `cli-apps.json`. */
  skills: SkillSettings | undefined
  /** Package policy of `cli-apps.json`. */
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

/**
 * Whether the app is declared, locked or installed by this user. Otherwise only a record exists, which came with the
 * folder.
 */
export const isKnown = ({ declared, locked, record }: AppState): boolean =>
  declared !== undefined || locked !== undefined || record !== undefined

/** Returns a text that is equal for two states if nothing that a plan depends on differs. */
export const basisOf = ({ declared, pin, locked, record, agents, skills }: AppState): string =>
  JSON.stringify([
    declared,
    pin,
    locked,
    agents,
    skills?.layout,
    record && [record.digest, record.method, record.store, record.argv, record.skill],
  ])
