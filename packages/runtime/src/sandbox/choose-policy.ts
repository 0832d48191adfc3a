import path from 'node:path'
import type { InstallRecord } from '@cli-apps/core'
import type { SandboxPolicy, Workspace } from '@cli-apps/core/node'
import type { SandboxPlan } from './sandbox-setting.ts'

/** What is known of a run before it is confined. All paths are absolute. */
export interface RunFacts {
  record: Pick<InstallRecord, 'store'>
  workspace: Workspace
  /** Its working folder. */
  cwd: string
  /** What the app keeps of its own; its home. */
  dataFolder: string
  /** Where the programs and data of all apps are, and the key that signs records. */
  appsHome: string
  /** Where the program and its interpreter live. */
  program: readonly string[]
  /** Files that the environment names, such as certificates. */
  named: readonly string[]
  /** Homes of this user. */
  homes: readonly string[]
}

/**
 * What an app may see and change: it reads the system, its program and what the setting adds; it changes the workspace and
 * the folder with its own data. Homes are empty. What is protected in the workspace is looked up when it begins.
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
      ...(record.store === null ? [] : [record.store]),
      ...others(plan.readable),
    ],
    writable: [workspace.root, dataFolder, ...others(plan.writable)],
    // Kept elsewhere, it is hidden in any case.
    scratch: [...homes, ...(isAtOrBelow(workspace.root, appsHome) ? [appsHome] : [])],
    network: plan.network,
  }
}

/** What a setting names in the workspace, relative to it: apps may have changed what is there. */
export const placesInside = (workspace: Workspace, files: readonly string[]): string[] =>
  absolute(workspace, files)
    .filter((file) => isAtOrBelow(workspace.root, file) && file !== workspace.root)
    .map((file) => path.relative(workspace.root, file))

export const absolute = ({ root }: Workspace, files: readonly string[]): string[] =>
  files.map((file) => path.resolve(root, file))

const isAtOrBelow = (parent: string, child: string): boolean =>
  child === parent || child.startsWith(parent.endsWith('/') ? parent : `${parent}/`)
