import type { RunOutcome } from '@cli-apps/core/results'
import { runWithFiles } from '../pipeline/run-with-files.ts'
import { programStarts } from '../turns/start-queue.ts'
import type { Invocation } from './prepare-invocation.ts'
import { endsOf, heldBack, movedBy, type RunAppOptions, requireNotCanceled } from './run-app.ts'
import { newOutputId } from './run-id.ts'
import { attachedHint, quarantinedOf } from './run-outcome.ts'

/**
 * Runs programs whose output goes to whoever waits for it, as it comes: the outcome has none of it, and no changed files. Throws
 * what `runApp` throws.
 */
export async function runAttached(
  invocation: Invocation,
  { workspace, signal, attached }: RunAppOptions,
): Promise<RunOutcome> {
  const { stages, cwd, timeout } = invocation
  const name = stages.map((stage) => stage.name).join(' | ')
  const secrets = stages.flatMap((stage) => stage.secrets)
  const place = await programStarts.enter(name, signal)
  try {
    const ran = await runWithFiles(invocation, workspace.root, {
      cwd,
      timeout: timeout * 1000,
      signal,
      attached,
      onOutput: (stream, chunk) => attached?.output?.write(stream, chunk),
      onStart: place.started,
    })
    const { quarantined, moved } = movedBy(ran, invocation)
    requireNotCanceled(ran, { name, moved })
    const errors = stages.map(() => '')
    const outcome: RunOutcome = {
      run_id: newOutputId(),
      ...endsOf(invocation, ran, errors),
      stdout: '',
      stderr: '',
      truncated: false,
      ...(ran.written !== undefined && { stdout_file: ran.written }),
      files: [],
      ...quarantinedOf(quarantined),
      log: null,
      duration_ms: Math.round(ran.durationMs),
    }
    const hint = attachedHint(outcome, invocation, { moved, ...heldBack(ran, secrets) })
    return hint === undefined ? outcome : { ...outcome, hint }
  } finally {
    place.leave()
  }
}
