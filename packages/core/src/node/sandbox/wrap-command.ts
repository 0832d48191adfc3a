import { type ContainerOptions, wrapContainer } from './container/wrap-container.ts'
import type { SandboxPolicy } from './policy.ts'
import type { Sandbox } from './sandbox.ts'
import { type BubblewrapOptions, wrapBubblewrap } from './wrap-bubblewrap.ts'
import { wrapSandboxExec } from './wrap-sandbox-exec.ts'

/** Options of all kinds of sandboxes; each ignores those of the others. */
export type WrapOptions = BubblewrapOptions & ContainerOptions

/**
 * Returns the argv that runs `argv` in the sandbox. The policy must come from `resolvePolicy`. Throws
 * `UnsupportedError` `sandbox.bad-path` for a path that this kind of sandbox cannot express.
 */
export function wrapCommand(
  argv: readonly string[],
  policy: SandboxPolicy,
  sandbox: Sandbox,
  options: WrapOptions = {},
): readonly string[] {
  switch (sandbox.kind) {
    case 'bubblewrap':
      return wrapBubblewrap(argv, policy, sandbox, options)
    case 'sandbox-exec':
      return wrapSandboxExec(argv, policy, sandbox)
    case 'container':
      return wrapContainer(argv, policy, sandbox, options)
  }
}
