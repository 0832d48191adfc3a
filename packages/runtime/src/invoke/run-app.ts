import path from 'node:path'
import { CanceledError, t } from '@cli-apps/core'
import type { Workspace } from '@cli-apps/core/node'
import { findChanges } from '../changes/find-changes.ts'
import { takeSnapshot } from '../changes/take-snapshot.ts'
import type { Limits } from '../options.ts'
import { runStages } from '../pipeline/run-stages.ts'
import { stageEnds } from '../pipeline/stage-ends.ts'
import type { ConfinedResult } from '../sandbox/run-confined.ts'
import { type OpenOutput, openOutput } from '../streams/output-file.ts'
import { closeDescriptor, openInput } from '../streams/run-input.ts'
import { nextTurn } from '../turns/next-turn.ts'
import { programStarts } from '../turns/start-queue.ts'
import type { Invocation } from './prepare-invocation.ts'
import { redactJson } from './redact-json.ts'
import { redactText } from './redact-secrets.ts'
import { newRunId, runFileName } from './run-id.ts'
import type { RunLog } from './run-log.ts'
import {
  filesOf,
  quarantinedOf,
  quarantineHint,
  type RunOutcome,
  redactPaths,
  withHint,
} from './run-outcome.ts'
import { openRunOutput } from './run-output.ts'
import { shapeOutput } from './shape-output.ts'

interface RunAppOptions {
  workspace: Workspace
  limits: Limits
  signal: AbortSignal
  /** Gets the output as it comes, beside what a run keeps of its own. */
  log?: Pick<RunLog, 'write'>
}

/** JSON that is short without its indentation may be many times as long with it. */
const keepFactor = 10

/**
 * Runs one program, or several that are connected by pipes, and shapes what came out. Throws `CanceledError` `run.canceled` when
 * the signal ended it, and what `openInput`, `openOutput`, `runStages` and the sandbox throw when it could not be started.
 */
export async function runApp(invocation: Invocation, options: RunAppOptions): Promise<RunOutcome> {
  const { workspace, limits, signal, log } = options
  const { stages, cwd } = invocation
  const name = stages.map((stage) => stage.name).join(' | ')
  const secrets = stages.flatMap((stage) => stage.secrets)
  const id = newRunId()
  const output = openRunOutput({
    stages: stages.length,
    secrets,
    keep: limits.outputCharacters * keepFactor,
    files: { folder: workspace.logs, name: runFileName(id, stages[0].name), limit: limits.logBytes },
    log,
  })
  const place = await programStarts.enter(name, signal)
  try {
    const args = stages.flatMap(({ argv }) => argv)
    const snapshot = await takeSnapshot({ root: workspace.root, cwd, args })
    const { results, written, durationMs } = await runWithFiles(invocation, {
      root: workspace.root,
      signal,
      onOutput: output.write,
      onStart: place.started,
    })
    place.leave()
    // Many programs may end in the same turn.
    await nextTurn()
    const quarantined = redactPaths(
      results.flatMap((one) => one.quarantined),
      secrets,
    )
    const moved = quarantineHint(quarantined, stages[0].name)
    if (results.some(({ result }) => result.canceled))
      throw new CanceledError(
        'run.canceled',
        t('run.canceled', '{name} was canceled and ended.', { name }),
        moved ? { hint: moved } : {},
      )
    output.end()
    const ends = stageEnds(stages, results)
    const shaped = shapeOutput(
      output.stdout(),
      stages.map((_, index) => output.stderr(index)),
      {
        budget: limits.outputCharacters,
        wantsJson: invocation.json !== 'no',
      },
    )
    const { stderrs, ...streams } = shaped
    const saved = shaped.truncated ? await output.save() : undefined
    const kept = saved && (output.stdout().length > shaped.stdout.length ? saved.stdout : saved.stderr)
    const logPath = kept && path.relative(workspace.root, kept.file).split(path.sep).join('/')
    const outcome: RunOutcome = {
      run_id: id,
      exit_code: ends.exitCode,
      signal: ends.signal,
      timed_out: results.some(({ result }) => result.timedOut),
      ...streams,
      ...(shaped.json !== undefined && { json: redactJson(shaped.json, secrets) }),
      ...(stages.length > 1 && {
        stages: ends.stages.map((end, index) => ({ ...end, stderr: stderrs[index] ?? '' })),
      }),
      ...(written !== undefined && { stdout_file: written }),
      ...filesOf(await findChanges(snapshot), secrets),
      ...quarantinedOf(quarantined),
      log: kept?.failure === undefined ? (logPath ?? null) : null,
      duration_ms: Math.round(durationMs),
    }
    return withHint(outcome, invocation, {
      saved: kept,
      limitsMet: results.flatMap((one) => one.limitsMet),
      moved,
      left: results.flatMap((one) => one.left).map((one) => redactText(one, secrets)),
    })
  } finally {
    place.leave()
    await output.discard()
  }
}

interface FilesOptions extends Pick<Parameters<typeof runStages>[1], 'signal' | 'onOutput' | 'onStart'> {
  root: string
}

interface Ran {
  results: ConfinedResult[]
  written: RunOutcome['stdout_file']
  durationMs: number
}

/** Runs the stages with the files that they read and write. A file of a run that did not end by itself is not kept. */
async function runWithFiles(
  { stages, cwd, timeout, input, output }: Invocation,
  { root, ...options }: FilesOptions,
): Promise<Ran> {
  const stdin = input === null ? undefined : await openInput(input, root)
  let file: OpenOutput | undefined
  try {
    file = output === null ? undefined : await openOutput(output, root)
    const started = performance.now()
    const results = await runStages(stages, {
      cwd,
      timeout: timeout * 1000,
      stdin,
      stdout: file?.descriptor,
      ...options,
    })
    const durationMs = performance.now() - started
    const isWhole = results.every(({ result }) => !result.timedOut && !result.canceled)
    const hasEnded = isWhole && results.at(-1)?.result.exitCode !== null
    const written =
      file === undefined || output === null || !hasEnded
        ? undefined
        : { path: output.place, bytes: file.keep() }
    return { results, written, durationMs }
  } finally {
    file?.close()
    closeDescriptor(stdin)
  }
}
