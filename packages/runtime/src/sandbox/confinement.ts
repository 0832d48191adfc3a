import type { Sandbox, SandboxPolicy } from '@cli-apps/core/node'
import type { RunLimits } from './sandbox-setting.ts'

/** How a run is confined, as plain data: nothing is looked up again when it begins. */
export type Confinement =
  | { kind: 'none' }
  | {
      kind: 'sandbox'
      sandbox: Sandbox
      policy: SandboxPolicy
      /** Made when the run begins; nobody else may look into it. */
      dataFolder: string
      /** For temporary files, where the sandbox has none of its own: made for the run, and removed after it. */
      temporary: string | null
      limits: RunLimits | null
    }
