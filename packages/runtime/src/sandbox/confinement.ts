import type { Sandbox, SandboxPolicy, WorkspaceGuard } from '@cli-apps/core/node'
import type { RunLimits } from './sandbox-setting.ts'

/** Rules for the workspace beyond the permission to change it. */
export interface WorkspaceRules extends WorkspaceGuard {
  /** Read-only and writable paths from the host's setting, relative to the workspace. */
  readable: readonly string[]
  writable: readonly string[]
}

/** How a run is confined, as plain data. Protected paths in the workspace are determined when the run begins. */
export type Confinement =
  | { kind: 'none' }
  | {
      kind: 'sandbox'
      sandbox: Sandbox
      policy: SandboxPolicy
      workspace: WorkspaceRules
      /** Created when the run begins; private to the app. */
      dataFolder: string
      /** Temporary folder for a sandbox without its own: created for the run, and removed afterwards. */
      temporary: string | null
      limits: RunLimits | null
    }
