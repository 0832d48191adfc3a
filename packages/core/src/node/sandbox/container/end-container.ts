import { runProcess } from '../../process.ts'
import type { ContainerSandbox } from '../sandbox.ts'

/**
 * Kills a container and removes what is left of it; resolves when the engine has done that. One that is gone already is fine:
 * the engine's client may have ended before or after it.
 */
export async function endContainer(name: string, { program, environment }: ContainerSandbox): Promise<void> {
  for (const args of [
    ['kill', name],
    ['rm', '--force', name],
  ])
    await runProcess([program, ...args], { cwd: '/', env: environment, timeout: 30_000 })
}
