import path from 'node:path'
import type { AppName } from '../app-name.ts'
import { exists } from './files.ts'

/** A folder in which apps are installed, and where everything of it lies. */
export interface Workspace {
  root: string
  /** `cli-apps.json`: what is declared. */
  file: string
  /** `cli-apps.lock` */
  lockfile: string
  /** `.cli-apps`: of this machine only. */
  state: string
  /** One record an app. */
  records: string
  /** Command trees of installed apps, one file an app. */
  commands: string
  journal: string
  logs: string
  skills: string
}

export function workspaceAt(root: string): Workspace {
  const state = path.join(root, '.cli-apps')
  return {
    root,
    file: path.join(root, 'cli-apps.json'),
    lockfile: path.join(root, 'cli-apps.lock'),
    state,
    records: path.join(state, 'apps'),
    commands: path.join(state, 'commands'),
    journal: path.join(state, 'txn'),
    logs: path.join(state, 'logs'),
    skills: path.join(root, 'skills'),
  }
}

/** The nearest folder at or above `from` with a `cli-apps.json`, else `from` itself. */
export async function findWorkspace(from: string): Promise<Workspace> {
  const start = path.resolve(from)
  for (let folder = start; ; folder = path.dirname(folder)) {
    if (await exists(path.join(folder, 'cli-apps.json'))) return workspaceAt(folder)
    if (folder === path.dirname(folder)) return workspaceAt(start)
  }
}

export const recordFile = (workspace: Workspace, name: AppName): string =>
  path.join(workspace.records, `${name}.json`)
export const commandsFile = (workspace: Workspace, name: AppName): string =>
  path.join(workspace.commands, `${name}.json`)
