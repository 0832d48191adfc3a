import type { SandboxPolicy } from './policy.ts'
import type { SandboxExecSandbox } from './sandbox.ts'
import { sandboxProfile } from './sandbox-profile.ts'

/**
 * Returns the argv that runs `argv` under sandbox-exec, which becomes the program: it gets its signals and returns its
 * status. It starts in the caller's working folder.
 */
export const wrapSandboxExec = (
  argv: readonly string[],
  policy: SandboxPolicy,
  { program }: SandboxExecSandbox,
): readonly string[] => [program, '-p', sandboxProfile(policy), ...argv]
