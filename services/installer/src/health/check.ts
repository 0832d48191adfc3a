import type { InstallRecord, Lockfile } from '@cli-apps/core'
import type { RecordSignatures, Workspace } from '@cli-apps/core/node'
import type { Fault } from './fault.ts'

export interface Verifier {
  workspace: Workspace
  signal: AbortSignal
  /** What tells this user's records from those that came with the folder. */
  signatures: RecordSignatures
  /** Folder that remembers what registries sign with. */
  trustFolder: string
  /** The store of this machine. */
  store: string
  /** Locks of what is in it. */
  locks: string
  /** What the system's package manager says of an app's program now; null when it says nothing. */
  systemVersion: (record: InstallRecord) => Promise<string | null>
}

export interface CheckContext extends Verifier {
  /** `undefined` when it cannot be read, which is a fault of its own. */
  lockfile: Lockfile | undefined
  /** Files that were looked at; checks add to it. */
  counted: { program: number; skill: number }
}

/** One thing about an installed app that is looked at. What it throws becomes a fault too. */
export type Check = (record: InstallRecord, context: CheckContext) => Promise<Fault[]>
