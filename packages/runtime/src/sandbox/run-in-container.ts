import { randomBytes } from 'node:crypto'
import {
  type ContainerSandbox,
  containerEnvironment,
  endContainer,
  type GroupLimits,
  type ProcessResult,
  type RunProcessOptions,
  runProcess,
  type SandboxPolicy,
  wrapCommand,
} from '@cli-apps/core/node'

/**
 * Runs a program in a container and returns the engine client's result. The client forwards signals; if it is killed
 * itself, the container is killed too, and this resolves when it is gone.
 */
export async function runInContainer(
  argv: readonly string[],
  confined: { policy: SandboxPolicy; sandbox: ContainerSandbox; limits: GroupLimits | null },
  options: RunProcessOptions,
): Promise<ProcessResult> {
  const { policy, sandbox, limits } = confined
  const env = containerEnvironment(options.env, sandbox)
  const name = `cli-apps-${randomBytes(8).toString('hex')}`
  const words = wrapCommand(argv, policy, sandbox, {
    name,
    limits,
    environment: options.env,
  })
  let isOver = false
  try {
    const result = await runProcess(words, { ...options, cwd: '/', env })
    isOver = !result.timedOut && !result.canceled && result.signal === null
    return result
  } finally {
    if (!isOver) await endContainer(name, sandbox)
  }
}
