import type { SandboxPolicy } from './policy.ts'
import type { SandboxExecSandbox } from './sandbox.ts'
import { sandboxProfile } from './sandbox-profile.ts'

/**
 * The argv that runs `argv` under sandbox-exec, which becomes the program: it takes its signals and ends with its status. It
 * starts in the working folder of whoever starts it.
 */
export const wrapSandboxExec = (
  argv: readonly string[],
  policy: SandboxPolicy,
  { program }: SandboxExecSandbox,
): readonly string[] => [program, '-p', sandboxProfile(policy), ...argv]
