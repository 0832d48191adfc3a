import path from 'node:path'
import { isGrantable, protectedPlaces, t, toLine } from '@cli-apps/core'
import { isInside, type Quarantined } from '@cli-apps/core/node'
import type { RunOutcome } from '@cli-apps/core/results'
import type { FoundChanges } from '../changes/find-changes.ts'
import { accessHints } from './access-hint.ts'
import type { AppStage, Invocation } from './prepare-invocation.ts'
import { redactText } from './redact-secrets.ts'
import type { SavedLog } from './run-log.ts'

/** The path of a log, relative to the workspace; the whole one where apps of another workspace are run. */
export const shownPath = (file: string, root: string): string =>
  isInside(root, file) ? path.relative(root, file).split(path.sep).join('/') : file

/** The changed files as a result holds them; a secret may be in a name too. */
export function filesOf(
  { files, others, unseen }: FoundChanges,
  secrets: readonly string[],
): Pick<RunOutcome, 'files' | 'files_note'> {
  const shown = files.map((file) => ({ ...file, path: redactText(file.path, secrets) }))
  const notes = [
    others > 0 &&
      t('run-outcome.more-files-were-changed', '{others} more files were changed before these.', { others }),
    unseen > 0 &&
      t(
        'run-outcome.not-all-workspace-looked',
        'Not all of the workspace was looked at in time: {unseen} folders may hold more changed files.',
        { unseen },
      ),
  ].filter((note) => typeof note === 'string')
  return notes.length === 0 ? { files: shown } : { files: shown, files_note: notes.join(' ') }
}

/** Enough to see what happened; `places.json` in the quarantine has all. */
const mostQuarantined = 100

/** The app chose the names of what was moved away, and may have taken a secret for one. */
export const redactPaths = (quarantined: readonly Quarantined[], secrets: readonly string[]): Quarantined[] =>
  quarantined.map((one) => ({
    ...one,
    path: redactText(toLine(one.path, 300), secrets),
    to: redactText(one.to, secrets),
  }))

/** What was moved away as a result holds it. */
export function quarantinedOf(quarantined: readonly Quarantined[]): Pick<RunOutcome, 'quarantined'> {
  if (quarantined.length === 0) return {}
  return { quarantined: quarantined.slice(0, mostQuarantined).map(({ path, to }) => ({ path, to })) }
}

interface Remarks {
  saved: SavedLog | undefined
  /** Some of the output, or of what the query selects, was left out. */
  isCut: boolean
  /** Why the query selected nothing. */
  queryFault: string | undefined
  /** Standard input was not empty, as far as is known. */
  hasInput: boolean
  limitsMet: readonly string[]
  /** What `quarantineHint` gave. */
  moved: string | undefined
  /** What should have been moved and could not be. */
  left: readonly string[]
  /** Hosts that were asked for and refused. */
  refused: readonly string[]
}

const mostShown = 5

/** Says what was moved away, and how a person lets an app do that; `undefined` for nothing. */
export function quarantineHint(quarantined: readonly Quarantined[], app: string): string | undefined {
  if (quarantined.length === 0) return undefined
  const moves = quarantined.map(({ path, to }) => `${path} to ${to}`)
  const names = [...new Set(quarantined.map(({ name }) => name))].filter(isGrantable)
  const grant =
    names.length === 0
      ? ''
      : t('run-outcome.if-work-npx-cli-apps', ' If that is its work: npx cli-apps grant {app} {names}', {
          app,
          names: names.join(' '),
        })
  return t(
    'run-outcome.created-where-later-tools',
    'Created where later tools would run it, and moved away: {moves}.{grant}',
    { moves: shownPaths(moves), grant },
  )
}

function shownPaths(paths: readonly string[]): string {
  const shown = paths.slice(0, mostShown).map((one) => toLine(one, 300))
  const more = paths.length - shown.length
  return `${shown.join(', ')}${more > 0 ? t('run-outcome.more', ' and {more} more', { more }) : ''}`
}

const leftHint = (left: readonly string[]): string =>
  t(
    'run-outcome.created-where-later-tools.created-where-later-tools',
    'Created where later tools would run it, and could not be moved away: {left}. Remove it before other tools work here.',
    { left: shownPaths(left) },
  )

const readOnly = /\bEROFS\b|read-only file ?system/i

/** Names the protected places that a program may have failed at, by what it printed. */
function readOnlyHint(
  { stdout, stderr }: Pick<RunOutcome, 'stdout' | 'stderr'>,
  app: string,
): string | undefined {
  const text = `${stdout}\n${stderr}`
  if (!readOnly.test(text)) return undefined
  const words = new Set(text.split(/[\s'"`:,()/\\]+/))
  const names = protectedPlaces.filter((name) => words.has(name) && isGrantable(name))
  if (names.length === 0) return undefined
  return t(
    'run-outcome.can-only-read-sandbox',
    '{names} can only be read in the sandbox. If changing it is its work: npx cli-apps grant {app} {places}',
    { names: names.join(', '), app, places: names.join(' ') },
  )
}

/** The outcome with what a model should know beside the output, where anything is out of the ordinary. */
export function withHint(
  outcome: RunOutcome,
  invocation: Invocation,
  { saved, isCut, queryFault, hasInput, limitsMet, moved, left, refused }: Remarks,
): RunOutcome {
  const { timeout, stages } = invocation
  const isFailed = outcome.exit_code !== 0
  const hints = [
    outcome.timed_out &&
      t(
        'run-outcome.ended-after-seconds-what',
        'Ended after {timeout} seconds: what it printed until then is here. {advice}',
        { timeout, advice: moreTime(timeout) },
      ),
    moved,
    ...sandboxHints({ limitsMet: [], left }),
    noFileHint(outcome, invocation, 'model'),
    ...sandboxHints({ limitsMet, left: [] }),
    isCut && saved && outcome.stdout_file_error === undefined && logHint(saved, outcome),
    queryFault,
    jsonHint(invocation, outcome),
    !hasInput && inputHint(invocation, outcome),
    ...(isFailed ? failureHints(outcome, stages, refused) : []),
  ].filter((hint) => typeof hint === 'string')
  return hints.length === 0 ? outcome : { ...outcome, hint: hints.join(' ') }
}

/** Which grants a failed run may have lacked. */
const failureHints = (
  outcome: RunOutcome,
  stages: Invocation['stages'],
  refused: readonly string[],
): (string | undefined)[] => [
  readOnlyHint(outcome, stages[0].name),
  ...stages.flatMap(grantHints),
  ...stages.flatMap((stage) => accessHints(outcome, stage, refused)),
]

interface AttachedRemarks extends Pick<Remarks, 'limitsMet' | 'moved' | 'left' | 'refused'> {
  /** The end of what the programs printed, as far as it went through here. */
  printed: string
}

/** What is to be said beside output that was passed on as it came. */
export function attachedHint(
  outcome: RunOutcome,
  invocation: Invocation,
  { limitsMet, moved, left, refused, printed }: AttachedRemarks,
): string | undefined {
  const { timeout, stages } = invocation
  const said = { ...outcome, stderr: printed }
  const hints = [
    outcome.timed_out && t('run-outcome.ended-after', 'Ended after {timeout} seconds.', { timeout }),
    moved,
    ...sandboxHints({ limitsMet, left }),
    noFileHint(outcome, invocation, 'person'),
    ...(outcome.exit_code === 0 ? [] : failureHints(said, stages, refused)),
  ].filter((hint) => typeof hint === 'string')
  return hints.length === 0 ? undefined : hints.join(' ')
}

const sandboxHints = ({ limitsMet, left }: Pick<Remarks, 'limitsMet' | 'left'>): string[] => [
  ...(left.length > 0 ? [leftHint(left)] : []),
  ...(limitsMet.length > 0
    ? [
        t('run-outcome.sandbox-held-back', 'The sandbox held it back: {limitsMet}.', {
          limitsMet: limitsMet.join(t('run-outcome.and', ', and ')),
        }),
      ]
    : []),
]

/** What of the granted values a failed program lacked. */
const grantHints = ({ name, missing, undeclared, reserved }: AppStage): string[] => [
  ...(missing.length > 0 ? [missingHint(name, missing)] : []),
  ...(undeclared.length > 0
    ? [
        t(
          'run-outcome.granted-but-not-declared',
          '{undeclared} was granted but is not declared by {name}, so it was not passed.',
          { undeclared: undeclared.join(', '), name },
        ),
      ]
    : []),
  ...(reserved.length > 0
    ? [
        t('run-outcome.never-passed-app', '{reserved} is never passed to an app.', {
          reserved: reserved.join(', '),
        }),
      ]
    : []),
]

function noFileHint(
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
function inputHint({ stages: [first] }: Invocation, outcome: RunOutcome): string | undefined {
  const isSilent = outcome.stdout === '' && outcome.stderr === '' && outcome.json === undefined
  const isDone = outcome.exit_code === 0 && outcome.files.length === 0 && outcome.stdout_file === undefined
  if (!first.readsInput || !isSilent || !isDone) return undefined
  return t(
    'run-outcome.no-input',
    '{name} printed nothing. It reads standard input, and got none: pass stdin or stdin_file, or name a file in args.',
    { name: first.name },
  )
}

const missingHint = (name: string, missing: readonly string[]): string =>
  t(
    'run-outcome.requires-user-has-not',
    '{name} requires {missing}, which the user has not granted: npx cli-apps env set {name} {first}',
    { name, missing: missing.join(', '), first: String(missing[0]) },
  )

function moreTime(timeout: number): string {
  if (timeout < 600)
    return t('run-outcome.if-needs-longer-pass', 'If it needs longer, pass a larger timeout (at most 600).')
  return timeout < 86_400
    ? t(
        'run-outcome.if-needs-longer-run',
        'If it needs longer, run it with background and a larger timeout (at most 86400).',
      )
    : t('run-outcome.no-run-may-last', 'No run may last longer.')
}

function logHint({ isCut, failure }: SavedLog, { log, run_id: id }: RunOutcome): string {
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

function jsonHint({ stages, json, query }: Invocation, outcome: RunOutcome): string | undefined {
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
