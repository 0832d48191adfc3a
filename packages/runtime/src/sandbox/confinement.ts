import type { Sandbox, SandboxPolicy, WorkspaceGuard } from '@cli-apps/core/node'
import type { RunLimits } from './sandbox-setting.ts'

/** What a run may do in its workspace beside changing it. */
export interface WorkspaceRules extends WorkspaceGuard {
  /** What it may only read, and what it may change, by the host's setting; relative to the workspace. */
  readable: readonly string[]
  writable: readonly string[]
}

/** How a run is confined, as plain data. What is protected in the workspace is looked up when it begins. */
export type Confinement =
  | { kind: 'none' }
  | {
      kind: 'sandbox'
      sandbox: Sandbox
      policy: SandboxPolicy
      workspace: WorkspaceRules
      /** Made when the run begins; nobody else may look into it. */
      dataFolder: string
      /** For temporary files, where the sandbox has none of its own: made for the run, and removed after it. */
      temporary: string | null
      limits: RunLimits | null
    }
