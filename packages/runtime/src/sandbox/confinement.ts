import type { EgressHost, OpenRoot, Sandbox, SandboxPolicy, WorkspaceGuard } from '@cli-apps/core/node'
import type { HomeLink } from './link-home.ts'
import type { RunLimits } from './sandbox-setting.ts'

/** Rules for the workspace beyond the permission to change it. */
export interface WorkspaceRules extends WorkspaceGuard {
  /** Read-only and writable paths from the host's setting, relative to the workspace. */
  readable: readonly string[]
  writable: readonly string[]
}

/** A file, folder or socket outside of the workspace that a grant opens, by its real path. */
export interface AccessBind {
  place: string
  mode: 'read' | 'write'
}

/** The hosts that a run may reach, and the user's own proxies. */
export interface EgressLimit {
  hosts: readonly EgressHost[]
  proxies: Readonly<Record<string, string>>
}

/** How a run is confined, as plain data. Protected paths in the workspace are determined when the run begins. */
export type Confinement =
  | {
      kind: 'none'
      /** For a program that brings its own system. */
      root?: OpenRoot
    }
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
      /** What grants open. */
      access: readonly AccessBind[]
      homeLinks: readonly HomeLink[]
      /** `null`: the network of the policy. */
      egress: EgressLimit | null
    }
