import path from 'node:path'
import { CanceledError, t } from '@cli-apps/core'
import type { Workspace } from '@cli-apps/core/node'
import { findChanges } from '../changes/find-changes.ts'
import { takeSnapshot } from '../changes/take-snapshot.ts'
import type { Limits } from '../options.ts'
import { runConfined } from '../sandbox/run-confined.ts'
import { nextTurn } from '../turns/next-turn.ts'
import { programStarts } from '../turns/start-queue.ts'
import { createOutputCleaner } from './output-cleaner.ts'
import type { Invocation } from './prepare-invocation.ts'
import { redactJson } from './redact-json.ts'
import { redactText } from './redact-secrets.ts'
import { openRunLog, type RunLog } from './run-log.ts'
import {
  filesOf,
  quarantinedOf,
  quarantineHint,
  type RunOutcome,
  redactPaths,
  withHint,
} from './run-outcome.ts'
import { shapeOutput } from './shape-output.ts'
import { createTextCapture } from './text-capture.ts'

interface RunAppOptions {
  workspace: Workspace
  limits: Limits
  signal: AbortSignal
  /** Where the whole output goes; a log of its own when absent. */
  log?: RunLog
}

const streams = ['stdout', 'stderr'] as const

/** JSON that is short without its indentation may be many times as long with it. */
const keepFactor = 10

/**
 * Runs the program and shapes what it printed. Throws `CanceledError` `run.canceled` when the signal ended it, and what
 * `runProcess` and the sandbox throw when it could not be started.
 */
export async function runApp(invocation: Invocation, options: RunAppOptions): Promise<RunOutcome> {
  const { workspace, limits, signal } = options
  const { argv, cwd, env, timeout, name, secrets, confinement } = invocation
  const { log = openRunLog({ folder: workspace.logs, name, limit: limits.logBytes }) } = options
  const place = await programStarts.enter(name, signal)
  const output = { stdout: openStream(secrets, limits, log), stderr: openStream(secrets, limits, log) }
  try {
    const snapshot = await takeSnapshot({ root: workspace.root, cwd, args: argv })
    const { result, limitsMet, quarantined, left } = await runConfined(argv, confinement, {
      cwd,
      env,
      timeout: timeout * 1000,
      signal,
      // Of the streams only what a sandbox says of itself; the rest is kept below.
      keep: { head: 500, tail: 0 },
      onStart: place.started,
      onOutput: (stream, chunk) => output[stream].write(chunk),
    })
    place.leave()
    // Many programs may end in the same turn.
    await nextTurn()
    const moved = quarantineHint(redactPaths(quarantined, secrets), name)
    if (result.canceled)
      throw new CanceledError(
        'run.canceled',
        t('run.canceled', '{name} was canceled and ended.', { name }),
        moved ? { hint: moved } : {},
      )
    for (const stream of streams) output[stream].end()
    const shaped = shapeOutput(output.stdout.capture.read(), output.stderr.capture.read(), {
      budget: limits.outputCharacters,
      wantsJson: invocation.json !== 'no',
    })
    const saved = shaped.truncated ? await log.save() : undefined
    const logPath = saved && path.relative(workspace.root, saved.file).split(path.sep).join('/')
    const outcome: RunOutcome = {
      exit_code: result.exitCode,
      signal: result.signal,
      timed_out: result.timedOut,
      ...shaped,
      ...(shaped.json !== undefined && { json: redactJson(shaped.json, secrets) }),
      ...filesOf(await findChanges(snapshot), secrets),
      ...quarantinedOf(redactPaths(quarantined, secrets)),
      log: saved?.failure === undefined ? (logPath ?? null) : null,
      duration_ms: Math.round(result.durationMs),
    }
    const unmoved = left.map((place) => redactText(place, secrets))
    return withHint(outcome, invocation, { saved, limitsMet, moved, left: unmoved })
  } finally {
    place.leave()
    await log.discard()
  }
}

/** Smaller chunks are cleaned as they come. */
const largeChunk = 4096

function openStream(secrets: readonly string[], limits: Limits, log: RunLog) {
  const cleaner = createOutputCleaner(secrets)
  const capture = createTextCapture(limits.outputCharacters * keepFactor)
  const take = (text: string): void => {
    capture.write(text)
    log.write(text)
  }
  return {
    capture,
    async write(chunk: Uint8Array): Promise<void> {
      if (chunk.length >= largeChunk) await nextTurn()
      take(cleaner.write(chunk))
    },
    end: () => take(cleaner.end()),
  }
}
