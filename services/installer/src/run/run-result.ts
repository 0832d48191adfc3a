import { constants } from 'node:os'
import type { ErrorReport } from '@cli-apps/core'
import { t } from '@cli-apps/core'
import type { RunOutcome, RunResult } from '@cli-apps/core/results'
import * as z from 'zod/mini'
import type { CommandResult } from '../command.ts'
import type { Output } from '../ui/output.ts'

/** Exit status for failures of ours, so that they are told from those of the program (as env(1) and timeout(1) do). */
const ownFailure = 125

/** What `run_cli_app` answers. */
export type RunAnswer = { ok: true } | { ok: false; error: ErrorReport }

/**
 * An answer of `run_cli_app` as the result of a command: the program's own words and exit status, or 125 and why. A run
 * that was interrupted before its program had started has the status `canceled`.
 */
export async function runResult(
  answer: RunAnswer,
  output: Output,
  { canceled = 130 }: { canceled?: number } = {},
): Promise<CommandResult<RunResult>> {
  if (!answer.ok) {
    if (!output.isJson) output.notice(failureText(answer.error))
    const { error } = answer
    // Of what belongs to the call alone, the document says nothing.
    const isCanceled = error.code === 'run.canceled' || error.code === 'tool.canceled'
    return { value: { ok: false, error }, text: '', exitStatus: isCanceled ? canceled : ownFailure }
  }
  const value = { ok: true as const, ...(await outcomeOf(answer, output.isJson)) }
  const { exit_code, signal, stdout, stderr, hint } = value
  if (!output.isJson && stderr !== '') output.passOn(stderr.trimEnd())
  if (!output.isJson && hint !== undefined)
    output.notice(t('run-result.cli-apps', 'cli-apps: {hint}', { hint }))
  const status = exit_code ?? signalStatus(signal)
  // The program did its part; a file that could not be kept is a failure of ours.
  const isLost = status === 0 && value.stdout_file_error !== undefined
  return { value, text: stdout, isVerbatim: true, exitStatus: isLost ? ownFailure : status }
}

/** Only a document is printed as a whole; its schema takes longer to load than some programs run. */
async function outcomeOf(answer: RunAnswer, isDocument: boolean): Promise<RunOutcome> {
  if (!isDocument) return Attached.parse(answer)
  const { RunOutcome } = await import('./run-outcome.ts')
  return RunOutcome.parse(answer)
}

const Shown = z.object({
  exit_code: z.nullable(z.int()),
  signal: z.nullable(z.string()),
  stdout: z.string(),
  stderr: z.string(),
  hint: z.optional(z.string()),
})

const Attached = z.custom<RunOutcome>((answer) => Shown.safeParse(answer).success)

const failureText = ({ message, hint }: ErrorReport): string =>
  t('run-result.cli-apps.cli-apps', `cli-apps: {message}\n  {hint}`, { message, hint: hint ?? '' }).trimEnd()

/** What a shell reports for a program that a signal ended. */
function signalStatus(signal: string | null): number {
  const number = Object.entries(constants.signals).find(([name]) => name === signal)?.[1]
  return number === undefined ? ownFailure : 128 + number
}
