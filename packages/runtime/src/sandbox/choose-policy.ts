import path from 'node:path'
import type { InstallRecord } from '@cli-apps/core'
import { appRootFolder, type SandboxPolicy, type Workspace } from '@cli-apps/core/node'
import type { SandboxPlan } from './sandbox-setting.ts'

/** What is known of a run before it is confined. All paths are absolute. */
export interface RunFacts {
  record: Pick<InstallRecord, 'store' | 'method'>
  workspace: Workspace
  /** Its working folder. */
  cwd: string
  /** The app's own data, used as its home. */
  dataFolder: string
  /** Contains the programs and data of all apps, and the key that signs records. */
  appsHome: string
  /** Folders of the program and its interpreter. */
  program: readonly string[]
  /** Files that the environment refers to, such as certificates. */
  named: readonly string[]
  /** Home folders of this user. */
  homes: readonly string[]
}

/**
 * Decides what an app may read and change: it reads the system, its program and what the setting adds; it changes the
 * workspace and its own data folder. Home folders appear empty. Protected paths in the workspace are determined when
 * the run begins.
 */
export function choosePolicy(facts: RunFacts, plan: SandboxPlan): SandboxPolicy {
  const { record, workspace, cwd, dataFolder, appsHome, program, named, homes } = facts
  const others = (files: readonly string[]): string[] => absolute(workspace, files).filter(isElsewhere)
  const isElsewhere = (file: string): boolean => !isAtOrBelow(workspace.root, file)
  return {
    cwd,
    readable: [
      ...program,
      ...named,
      ...(record.store === null || appRootFolder(record) !== undefined ? [] : [record.store]),
      ...others(plan.readable),
    ],
    writable: [workspace.root, dataFolder, ...others(plan.writable)],
    // If it is elsewhere, it is hidden anyway.
    scratch: [...homes, ...(isAtOrBelow(workspace.root, appsHome) ? [appsHome] : [])],
    network: plan.network,
  }
}

/** Paths of a setting inside the workspace, relative to it: apps may have replaced what is there. */
export const placesInside = (workspace: Workspace, files: readonly string[]): string[] =>
  absolute(workspace, files)
    .filter((file) => isAtOrBelow(workspace.root, file) && file !== workspace.root)
    .map((file) => path.relative(workspace.root, file))

export const absolute = ({ root }: Workspace, files: readonly string[]): string[] =>
  files.map((file) => path.resolve(root, file))

const isAtOrBelow = (parent: string, child: string): boolean =>
  child === parent || child.startsWith(parent.endsWith('/') ? parent : `${parent}/`)
