import { existsSync } from 'node:fs'
import path from 'node:path'
import { userWorkspaceFolder } from '../user-folders.ts'
import { type Workspace, workspaceAt } from './workspace.ts'

/** The user's own workspace, which `install --global` installs into. */
export const userWorkspace = (environment: NodeJS.ProcessEnv): Workspace =>
  workspaceAt(userWorkspaceFolder(environment))

/**
 * A workspace for reading, in which the apps of the user's workspace are seen too. A folder that is no workspace keeps no logs
 * of their runs; the user's workspace does.
 */
export function withUserApps(workspace: Workspace, environment: NodeJS.ProcessEnv): Workspace {
  const shared = userWorkspace(environment)
  if (path.resolve(workspace.root) === shared.root) return workspace
  const keepsLogs = [workspace.file, workspace.state].some(existsSync) || !existsSync(shared.records)
  return { ...workspace, shared, logs: keepsLogs ? workspace.logs : shared.logs }
}
