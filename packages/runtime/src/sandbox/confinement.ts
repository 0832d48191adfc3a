import type { Sandbox, SandboxPolicy } from '@cli-apps/core/node'
import type { RunLimits } from './sandbox-setting.ts'

/** How a run is confined, as plain data: nothing is looked up again when it begins. */
export type Confinement =
  | { kind: 'none' }
  | {
      kind: 'bubblewrap'
      sandbox: Sandbox
      policy: SandboxPolicy
      /** Made when the run begins; nobody else may look into it. */
      dataFolder: string
      limits: RunLimits | null
    }
