import type { RunOutcome } from '@cli-apps/core/results'
import { runWithFiles } from '../pipeline/run-with-files.ts'
import type { AttachedRun } from '../streams/attached-run.ts'
import { createPrintedEnd } from '../streams/printed-end.ts'
import { programStarts } from '../turns/start-queue.ts'
import { attachedHint } from './hints/run-hints.ts'
import { quarantinedOf, shownPath } from './outcome-files.ts'
import type { Invocation } from './prepare-invocation.ts'
import type { RunAppOptions } from './run-app.ts'
import { endsOf, heldBack, movedBy, outputFileOf, requireNotCanceled } from './run-ends.ts'
import { newOutputId, runFileName } from './run-id.ts'
import { openRunOutput } from './run-output.ts'

/**
 * Runs programs whose output goes to whoever waits for it, as it comes: the outcome has none of it, and no changed files. Throws
 * what `runApp` throws.
 */
export async function runAttached(
  invocation: Invocation,
  { workspace, limits, signal, attached }: RunAppOptions,
): Promise<RunOutcome> {
  const { stages, cwd, timeout } = invocation
  const name = stages.map((stage) => stage.name).join(' | ')
  const secrets = stages.flatMap((stage) => stage.secrets)
  const id = newOutputId()
  const file = { folder: workspace.logs, name: runFileName(id, stages[0].name), limit: limits.logBytes }
  let log: string | null = null
  const printed = createPrintedEnd()
  const place = await programStarts.enter(name, signal)
  try {
    const ran = await runWithFiles(invocation, workspace.root, {
      cwd,
      timeout: timeout * 1000,
      signal,
      attached,
      onOutput(stream, chunk) {
        printed.write(chunk)
        return attached?.output?.write(stream, chunk)
      },
      onRefused: async (output) => {
        const saved = await saveOutput(output, file, secrets)
        log = saved && shownPath(saved, workspace.root)
      },
      onStart: place.started,
    })
    const { quarantined, moved } = movedBy(ran, invocation)
    requireNotCanceled(ran, { name, moved })
    const errors = stages.map(() => '')
    const outcome: RunOutcome = {
      // Nothing else is saved.
      ...(log !== null && { run_id: id }),
      ...endsOf(invocation, ran, errors),
      stdout: '',
      stderr: '',
      truncated: false,
      ...outputFileOf(ran),
      files: [],
      ...quarantinedOf(quarantined),
      log,
      duration_ms: Math.round(ran.durationMs),
    }
    const said = outcome.exit_code === 0 ? '' : `${printed.read()}\n${await shownOn(attached)}`
    const hint = attachedHint(outcome, invocation, { moved, ...heldBack(ran, secrets), printed: said })
    return hint === undefined ? outcome : { ...outcome, hint }
  } finally {
    place.leave()
  }
}

const shownOn = async ({ terminal }: AttachedRun = {}): Promise<string> => (await terminal?.shown?.()) ?? ''

/** Saves output for which there is no other place; `null` where that fails too. */
async function saveOutput(
  output: AsyncIterable<Uint8Array>,
  files: { folder: string; name: string; limit: number },
  secrets: readonly string[],
): Promise<string | null> {
  const saved = openRunOutput({ stages: 1, secrets, keep: { stdout: 0, stderr: 0 }, files, log: undefined })
  await saved.writeAll(output)
  saved.end()
  const { stdout } = await saved.save()
  return stdout.failure === undefined ? stdout.file : null
}
