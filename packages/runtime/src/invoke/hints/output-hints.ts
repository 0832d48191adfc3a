import path from 'node:path'
import { t } from '@cli-apps/core'
import type { RunOutcome } from '@cli-apps/core/results'
import type { Invocation } from '../prepare-invocation.ts'
import type { SavedLog } from '../run-log.ts'

export function noFileHint(
  { stdout_file, stdout_file_error, log, run_id: id }: RunOutcome,
  { output }: Invocation,
  reader: 'model' | 'person',
): string | undefined {
  if (output === null || stdout_file !== undefined) return undefined
  if (stdout_file_error !== undefined) {
    const { message } = stdout_file_error
    const why = t('run-outcome.output-file-refused', 'The output file was not written: {message}', {
      message,
    })
    if (log === null || id === undefined) return why
    const how = path.isAbsolute(log)
      ? t('run-outcome.output-saved-file', 'The output is in {log}.', { log })
      : reader === 'model'
        ? t(
            'run-outcome.output-saved-model',
            'The output is in {log}: read it with read_cli_output and run_id {id} instead of running again.',
            { log, id },
          )
        : t(
            'run-outcome.output-saved-person',
            'The output is in {log}: read it with npx cli-apps runs show {id}',
            { log, id },
          )
    return `${why} ${how}`
  }
  return t('run-outcome.no-output-file', '{place} was not written, because the run did not end by itself.', {
    place: output.place,
  })
}

/** A program that waits for input ends at once without any, and looks like one that found nothing. */
export function inputHint({ stages: [first] }: Invocation, outcome: RunOutcome): string | undefined {
  const isSilent = outcome.stdout === '' && outcome.stderr === '' && outcome.json === undefined
  const isDone = outcome.exit_code === 0 && outcome.files.length === 0 && outcome.stdout_file === undefined
  if (!first.readsInput || !isSilent || !isDone) return undefined
  return t(
    'run-outcome.no-input',
    '{name} printed nothing. It reads standard input, and got none: pass stdin or stdin_file, or name a file in args.',
    { name: first.name },
  )
}

export function logHint({ isCut, failure }: SavedLog, { log, run_id: id }: RunOutcome): string {
  if (log === null) {
    const reason = failure instanceof Error ? ` (${failure.message})` : ''
    return t(
      'run-outcome.output-cut-whole-could',
      'The output was cut, and the whole of it could not be saved{reason}.',
      { reason },
    )
  }
  const what = isCut ? t('run-outcome.beginning', 'Its beginning') : t('run-outcome.all', 'All of it')
  // The workspace of an app that is not installed here has its logs.
  if (path.isAbsolute(log) || id === undefined)
    return t('run-outcome.output-cut-file', 'The output was cut. {what} is in {log}.', { what, log })
  return t(
    'run-outcome.output-cut-search-file',
    'The output was cut. {what} is in {log}: read or search it with read_cli_output and run_id {id} instead of running again.',
    { what, log, id },
  )
}

export function jsonHint({ stages, json, query }: Invocation, outcome: RunOutcome): string | undefined {
  const name = stages.at(-1)?.name ?? ''
  if ((json === 'no' && query === null) || outcome.json !== undefined || outcome.stdout === '')
    return undefined
  if (outcome.truncated)
    return t(
      'run-outcome.stdout-not-returned-as',
      'stdout is not returned as json, because it is too long or not JSON.',
    )
  return json !== 'unsupported'
    ? t('run-outcome.stdout-not-json', 'stdout is not JSON.')
    : t(
        'run-outcome.has-no-known-option',
        '{name} has no known option for JSON output, and stdout is not JSON: leave json out, or see its skill.',
        { name },
      )
}
