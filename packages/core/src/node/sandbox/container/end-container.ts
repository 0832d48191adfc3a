import { runProcess } from '../../process.ts'
import type { ContainerSandbox } from '../sandbox.ts'

/**
 * Kills and removes a container; resolves when the engine is done. A missing one is fine, since the engine's client may
 * have removed it already.
 */
export async function endContainer(name: string, { program, environment }: ContainerSandbox): Promise<void> {
  for (const args of [
    ['kill', name],
    ['rm', '--force', name],
  ])
    await runProcess([program, ...args], { cwd: '/', env: environment, timeout: 30_000 })
}
