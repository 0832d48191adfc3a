import { isAppError } from '@cli-apps/core'
import type { Workspace } from '@cli-apps/core/node'
import type { RunOutcome } from '@cli-apps/core/results'
import { findChanges } from '../changes/find-changes.ts'
import { takeSnapshot } from '../changes/take-snapshot.ts'
import type { Limits } from '../options.ts'
import { runWithFiles } from '../pipeline/run-with-files.ts'
import { mostQueried, runQuery } from '../query/run-query.ts'
import type { AttachedRun } from '../streams/attached-run.ts'
import { nextTurn } from '../turns/next-turn.ts'
import { programStarts } from '../turns/start-queue.ts'
import { withHint } from './hints/run-hints.ts'
import { filesOf, quarantinedOf, shownPath } from './outcome-files.ts'
import type { Invocation } from './prepare-invocation.ts'
import { redactJson } from './redact-json.ts'
import { endsOf, heldBack, movedBy, outputFileOf, requireNotCanceled } from './run-ends.ts'
import { newOutputId, runFileName } from './run-id.ts'
import type { RunLog } from './run-log.ts'
import { openRunOutput, type RunOutput } from './run-output.ts'
import { shapeOutput } from './shape-output.ts'
import type { CapturedText } from './text-capture.ts'

export interface RunAppOptions {
  workspace: Workspace
  limits: Limits
  signal: AbortSignal
  /** Whoever waits for it: may give its input. */
  attached?: AttachedRun | undefined
  /** Gets the output as it comes, beside what a run keeps of its own. */
  log?: Pick<RunLog, 'write'>
}

/** JSON that is short without its indentation may be many times as long with it. */
const keepFactor = 10

function keptOf({ query }: Invocation, { outputCharacters }: Limits): { stdout: number; stderr: number } {
  const usual = outputCharacters * keepFactor
  return { stdout: query === null ? usual : Math.max(usual, mostQueried), stderr: usual }
}

/**
 * Runs one program, or several that are connected by pipes, and shapes what came out. Throws `CanceledError` `run.canceled` when
 * the signal ended it, and what `runWithFiles` and the sandbox throw when it could not be started.
 */
export async function runApp(invocation: Invocation, options: RunAppOptions): Promise<RunOutcome> {
  const { workspace, limits, signal, attached, log } = options
  const { stages, cwd, timeout } = invocation
  const name = stages.map((stage) => stage.name).join(' | ')
  const secrets = stages.flatMap((stage) => stage.secrets)
  const id = newOutputId()
  const output = openRunOutput({
    stages: stages.length,
    secrets,
    keep: keptOf(invocation, limits),
    files: { folder: workspace.logs, name: runFileName(id, stages[0].name), limit: limits.logBytes },
    log,
  })
  const place = await programStarts.enter(name, signal)
  try {
    const args = stages.flatMap(({ argv }) => argv)
    const snapshot = await takeSnapshot({ root: workspace.root, cwd, args })
    const ran = await runWithFiles(invocation, workspace.root, {
      cwd,
      timeout: timeout * 1000,
      signal,
      attached,
      onOutput: output.write,
      onRefused: output.writeAll,
      onStart: place.started,
    })
    place.leave()
    // Many programs may end in the same turn.
    await nextTurn()
    const { quarantined, moved } = movedBy(ran, invocation)
    requireNotCanceled(ran, { name, moved })
    output.end()
    const { shown, remarks } = await shapeRun(invocation, output, {
      ...{ workspace, limits, secrets },
      isSaved: ran.refused !== undefined,
    })
    const outcome: RunOutcome = {
      run_id: id,
      ...endsOf(invocation, ran, shown.stderrs),
      ...shown.streams,
      ...outputFileOf(ran),
      ...filesOf(await findChanges(snapshot), secrets),
      ...quarantinedOf(quarantined),
      log: shown.log,
      duration_ms: Math.round(ran.durationMs),
    }
    const hasInput = invocation.input !== null || attached?.stdin !== undefined
    return withHint(outcome, invocation, { ...remarks, hasInput, moved, ...heldBack(ran, secrets) })
  } finally {
    place.leave()
    await output.discard()
  }
}

interface ShapeContext extends Pick<RunAppOptions, 'workspace' | 'limits'> {
  secrets: readonly string[]
  /** The whole output is saved, however short it is. */
  isSaved: boolean
}

/** What a model reads of the output; where that is not all, the whole is saved. */
async function shapeRun(invocation: Invocation, output: RunOutput, context: ShapeContext) {
  const { workspace, limits, secrets, isSaved } = context
  const [stdout, errors] = [output.stdout(), invocation.stages.map((_, index) => output.stderr(index))]
  const projected = await projectOutput(invocation, stdout)
  const { stderrs, ...streams } = shapeOutput(projected.text, errors, {
    budget: limits.outputCharacters,
    wantsJson: invocation.json !== 'no' || invocation.query !== null,
  })
  const isProjected = projected.text !== stdout
  const redacted = streams.json === undefined ? {} : { json: redactJson(streams.json, secrets) }
  const files = streams.truncated || isProjected || isSaved ? await output.save() : undefined
  const isCut =
    isProjected || isSaved || (streams.json === undefined && stdout.length > streams.stdout.length)
  const saved = files && (isCut ? files.stdout : files.stderr)
  const log =
    saved === undefined || saved.failure !== undefined ? null : shownPath(saved.file, workspace.root)
  const remarks = { saved, isCut: streams.truncated, queryFault: projected.fault }
  return { shown: { stderrs, streams: { ...streams, ...redacted }, log }, remarks }
}

/** What the query selects of the output. A program is not run again for a fault of the query: its output is given as it is. */
async function projectOutput(
  { query }: Invocation,
  stdout: CapturedText,
): Promise<{ text: CapturedText; fault?: string }> {
  if (query === null || stdout.tail !== '') return { text: stdout }
  try {
    const json = await runQuery({ text: stdout.head, query })
    return { text: json === undefined ? stdout : { head: json, tail: '', length: json.length } }
  } catch (error) {
    if (isAppError(error)) return { text: stdout, fault: error.message }
    throw error
  }
}
