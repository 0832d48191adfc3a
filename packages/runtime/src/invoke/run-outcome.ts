import { isGrantable, toLine } from '@cli-apps/core'
import type { Quarantined } from '@cli-apps/core/node'
import type { ChangedFile, FoundChanges } from '../changes/find-changes.ts'
import type { Invocation } from './prepare-invocation.ts'
import { redactText } from './redact-secrets.ts'
import type { SavedLog } from './run-log.ts'
import type { ShapedOutput } from './shape-output.ts'

/** What a run gave. An exit status other than 0 is a result like any other. */
export interface RunOutcome extends ShapedOutput {
  exit_code: number | null
  signal: string | null
  timed_out: boolean
  /** Workspace-relative path of the whole output, where some of it was left out. */
  log: string | null
  /** Files of the workspace that were changed while it ran, newest first. */
  files: ChangedFile[]
  /** What `files` does not hold, where that is so. */
  files_note?: string
  /** What it created where a later tool would run it, and where that is now; both relative to the workspace. */
  quarantined?: { path: string; to: string }[]
  duration_ms: number
  /** What to do next, where there is something to say. */
  hint?: string
}

/** The changed files as a result holds them; a secret may be in a name too. */
export function filesOf(
  { files, others, unseen }: FoundChanges,
  secrets: readonly string[],
): Pick<RunOutcome, 'files' | 'files_note'> {
  const shown = files.map((file) => ({ ...file, path: redactText(file.path, secrets) }))
  const notes = [
    others > 0 && `${others} more files were changed before these.`,
    unseen > 0 &&
      `Not all of the workspace was looked at in time: ${unseen} folders may hold more changed files.`,
  ].filter((note) => typeof note === 'string')
  return notes.length === 0 ? { files: shown } : { files: shown, files_note: notes.join(' ') }
}

interface Remarks {
  saved: SavedLog | undefined
  limitsMet: readonly string[]
  /** What `quarantineHint` gave. */
  moved: string | undefined
  /** Not all of the workspace was searched for what to move. */
  isCut: boolean
}

const mostShown = 5

/** Says what was moved away, and how a person lets an app do that; `undefined` for nothing. */
export function quarantineHint(quarantined: readonly Quarantined[], app: string): string | undefined {
  if (quarantined.length === 0) return undefined
  const shown = quarantined.slice(0, mostShown).map(({ path, to }) => `${toLine(path, 200)} to ${to}`)
  const more = quarantined.length - shown.length
  const names = [...new Set(quarantined.map(({ name }) => name))].filter(isGrantable)
  const grant = names.length === 0 ? '' : ` If that is its work: npx cli-apps grant ${app} ${names.join(' ')}`
  return `Created where later tools would run it, and moved away: ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}.${grant}`
}

/** The outcome with what a model should know beside the output, where anything is out of the ordinary. */
export function withHint(
  outcome: RunOutcome,
  invocation: Invocation,
  { saved, limitsMet, moved, isCut }: Remarks,
): RunOutcome {
  const { name, timeout, missing, undeclared, reserved } = invocation
  const isFailed = outcome.exit_code !== 0
  const hints = [
    outcome.timed_out &&
      `Ended after ${timeout} seconds: what it printed until then is here. ${moreTime(timeout)}`,
    moved,
    isCut && 'The workspace has too many folders to search all of them for what later tools would run.',
    limitsMet.length > 0 && `The sandbox held it back: ${limitsMet.join(', and ')}.`,
    saved && logHint(saved, outcome.log),
    jsonHint(invocation, outcome),
    isFailed && missing.length > 0 && missingHint(name, missing),
    isFailed &&
      undeclared.length > 0 &&
      `${undeclared.join(', ')} was granted but is not declared by ${name}, so it was not passed.`,
    isFailed && reserved.length > 0 && `${reserved.join(', ')} is never passed to an app.`,
  ].filter((hint) => typeof hint === 'string')
  return hints.length === 0 ? outcome : { ...outcome, hint: hints.join(' ') }
}

const missingHint = (name: string, missing: readonly string[]): string =>
  `${name} wants ${missing.join(', ')}, which the user has not granted: npx cli-apps env set ${name} ${missing[0]}`

function moreTime(timeout: number): string {
  if (timeout < 600) return 'If it needs longer, give a larger timeout (at most 600).'
  return timeout < 86_400
    ? 'If it needs longer, run it with background and a larger timeout (at most 86400).'
    : 'No run may last longer.'
}

function logHint({ isCut, failure }: SavedLog, log: string | null): string {
  if (log === null) {
    const reason = failure instanceof Error ? ` (${failure.message})` : ''
    return `The output was cut, and the whole of it could not be saved${reason}.`
  }
  const what = isCut ? 'Its beginning' : 'All of it'
  return `The output was cut. ${what} is in ${log}: search that file or read a part of it instead of running again.`
}

function jsonHint({ name, json }: Invocation, outcome: RunOutcome): string | undefined {
  if (json === 'no' || outcome.json !== undefined || outcome.stdout === '') return undefined
  if (outcome.truncated) return 'stdout is not given as json, because it is too long or no JSON.'
  return json === 'asked'
    ? 'stdout is not JSON.'
    : `${name} has no known option for JSON output, and stdout is not JSON: leave json out, or see its skill.`
}
