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
  /** Where the programs and data of all apps are, and the key that seals records. */
  appsHome: string
  /** Where the program and its interpreter live. */
  program: readonly string[]
  /** Files that the environment names, such as certificates. */
  named: readonly string[]
  /** Homes of this user. */
  homes: readonly string[]
}

/**
 * What an app may see and change: it reads the system, its program and what the setting adds; it changes the workspace, but not
 * what tells us or Git which programs to start, and the folder with its own data. Homes are empty.
 */
export function choosePolicy(facts: RunFacts, plan: SandboxPlan): SandboxPolicy {
  const { record, workspace, cwd, dataFolder, appsHome, program, named, homes } = facts
  const absolute = (files: readonly string[]): string[] =>
    files.map((file) => path.resolve(workspace.root, file))
  const allowed = absolute(plan.writable)
  const isAllowed = (file: string): boolean => allowed.some((folder) => isAtOrBelow(folder, file))
  return {
    cwd,
    readable: [
      ...program,
      ...named,
      ...(record.store === null ? [] : [record.store]),
      ...ownFiles(workspace),
      ...gitFiles(workspace).filter((file) => !isAllowed(file)),
      ...absolute(plan.readable),
    ],
    writable: [workspace.root, dataFolder, ...allowed],
    // Kept elsewhere, it is hidden in any case.
    scratch: [...homes, ...(isAtOrBelow(workspace.root, appsHome) ? [appsHome] : [])],
    network: plan.network,
  }
}

/** Whoever writes these decides what runs next time, outside of any sandbox. */
export const ownFiles = ({ state, file, lockfile, skills }: Workspace): string[] => [
  state,
  file,
  lockfile,
  skills,
]

/** Git starts what these name, at the next command of whoever works here. */
const gitFiles = ({ root }: Workspace): string[] =>
  ['hooks', 'config'].map((name) => path.join(root, '.git', name))

const isAtOrBelow = (parent: string, child: string): boolean =>
  child === parent || child.startsWith(parent.endsWith('/') ? parent : `${parent}/`)
