import { setTimeout as sleep } from 'node:timers/promises'
import { lockHolder, lockStamp, type Workspace } from '@cli-apps/core/node'

interface ReadSteadilyOptions<Result> {
  signal: AbortSignal
  /** Whether a result may be half of a change; by default, only errors are retried. */
  isDoubtful?: (result: Result) => boolean
}

const tries = 5
/** A change of a workspace takes milliseconds; one that removes a system package takes longer. */
const waitMs = 60_000

/**
 * Reads several files of a workspace without its lock. If another process changes them meanwhile, an error or doubtful
 * result is read again when that process is done, so that half a change is not reported as damage.
 */
export async function readSteadily<Result>(
  workspace: Workspace,
  read: () => Promise<Result>,
  { signal, isDoubtful = () => false }: ReadSteadilyOptions<Result>,
): Promise<Result> {
  for (let left = tries; ; left--) {
    const before = await lockStamp(workspace.state, 'lock')
    const isFinal = async (): Promise<boolean> =>
      left <= 1 ||
      signal.aborted ||
      (before.isFree && (await lockStamp(workspace.state, 'lock')).generation === before.generation)
    try {
      const result = await read()
      if (!isDoubtful(result) || (await isFinal())) return result
    } catch (error) {
      if (await isFinal()) throw error
    }
    await untilFree(workspace, signal)
  }
}

async function untilFree({ state }: Workspace, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + waitMs
  for (let pause = 10; Date.now() < deadline && !signal.aborted; pause = Math.min(pause * 2, 200)) {
    if ((await lockHolder(state, 'lock')) === undefined) return
    await sleep(pause)
  }
}
