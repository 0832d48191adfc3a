import type { Digest, InstallRecord, Lockfile } from '@cli-apps/core'
import type { RecordSignatures, Workspace } from '@cli-apps/core/node'
import type { Fault } from './fault.ts'

export interface Verifier {
  workspace: Workspace
  signal: AbortSignal
  /** Distinguishes this user's records from those that came with the folder. */
  signatures: RecordSignatures
  /** Folder that stores the signing keys of registries. */
  trustFolder: string
  /** The store of this machine. */
  store: string
  /** Locks of store entries. */
  locks: string
  /** Version that the system's package manager reports for an app's program now, or null. */
  systemVersion: (record: InstallRecord) => Promise<string | null>
}

export interface CheckContext extends Verifier {
  /** `undefined` if it cannot be read, which is a separate fault. */
  lockfile: Lockfile | undefined
  /** Number of files checked, and the digest of the program's; checks add to it. */
  counted: { program: number; skill: number; digest?: Digest }
}

/** One check of an installed app. An error that it throws becomes a fault too. */
export type Check = (record: InstallRecord, context: CheckContext) => Promise<Fault[]>
