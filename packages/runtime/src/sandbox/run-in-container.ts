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
 * Runs a program in a container and gives what the engine's client told of it. The client hands on the signals that it gets;
 * where it was ended itself, the container is killed too, and this resolves when it is gone.
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
