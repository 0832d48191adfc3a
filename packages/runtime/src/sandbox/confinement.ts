import { mkdir } from 'node:fs/promises'
import {
  type ProcessResult,
  type Sandbox,
  type SandboxPolicy,
  sandboxChild,
  sandboxResult,
  type Wrapper,
  wrapCommand,
} from '@cli-apps/core/node'
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

/** A run that is ready to begin in its confinement. */
export interface ConfinedRun {
  argv: readonly string[]
  wrapper?: Wrapper
  /** The result of the program itself. Throws what `sandboxResult` throws. */
  resultOf(result: ProcessResult): ProcessResult
}

export async function openConfined(argv: readonly string[], confinement: Confinement): Promise<ConfinedRun> {
  if (confinement.kind === 'none') return { argv, resultOf: (result) => result }
  const { sandbox, policy, dataFolder } = confinement
  await mkdir(dataFolder, { recursive: true, mode: 0o700 })
  return {
    argv: wrapCommand(argv, policy, sandbox, { tells: true }),
    wrapper: { isHeld: false, onTold: async (told) => sandboxChild(told) },
    resultOf: (result) => sandboxResult(result, argv, sandbox),
  }
}
