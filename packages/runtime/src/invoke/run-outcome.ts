import { isGrantable, protectedPlaces, toLine } from '@cli-apps/core'
import type { Quarantined } from '@cli-apps/core/node'
import type { ChangedFile } from '../changes/changed-file.ts'
import type { FoundChanges } from '../changes/find-changes.ts'
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
  limitsMet: readonly string[]
  /** What `quarantineHint` gave. */
  moved: string | undefined
  /** What should have been moved and could not be. */
  left: readonly string[]
}

const mostShown = 5

/** Says what was moved away, and how a person lets an app do that; `undefined` for nothing. */
export function quarantineHint(quarantined: readonly Quarantined[], app: string): string | undefined {
  if (quarantined.length === 0) return undefined
  const moves = quarantined.map(({ path, to }) => `${path} to ${to}`)
  const names = [...new Set(quarantined.map(({ name }) => name))].filter(isGrantable)
  const grant = names.length === 0 ? '' : ` If that is its work: npx cli-apps grant ${app} ${names.join(' ')}`
  return `Created where later tools would run it, and moved away: ${shownPaths(moves)}.${grant}`
}

function shownPaths(paths: readonly string[]): string {
  const shown = paths.slice(0, mostShown).map((one) => toLine(one, 300))
  const more = paths.length - shown.length
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

const leftHint = (left: readonly string[]): string =>
  `Created where later tools would run it, and could not be moved away: ${shownPaths(left)}. Remove it before other tools work here.`

const readOnly = /\bEROFS\b|read-only file ?system/i

/** Names the protected places that a program may have failed at, by what it printed. */
function readOnlyHint({ stdout, stderr }: RunOutcome, app: string): string | undefined {
  const text = `${stdout}\n${stderr}`
  if (!readOnly.test(text)) return undefined
  const words = new Set(text.split(/[\s'"`:,()/\\]+/))
  const names = protectedPlaces.filter((name) => words.has(name) && isGrantable(name))
  if (names.length === 0) return undefined
  return `${names.join(', ')} can only be read in the sandbox. If changing it is its work: npx cli-apps grant ${app} ${names.join(' ')}`
}

/** The outcome with what a model should know beside the output, where anything is out of the ordinary. */
export function withHint(
  outcome: RunOutcome,
  invocation: Invocation,
  { saved, limitsMet, moved, left }: Remarks,
): RunOutcome {
  const { name, timeout, missing, undeclared, reserved } = invocation
  const isFailed = outcome.exit_code !== 0
  const hints = [
    outcome.timed_out &&
      `Ended after ${timeout} seconds: what it printed until then is here. ${moreTime(timeout)}`,
    moved,
    left.length > 0 && leftHint(left),
    isFailed && readOnlyHint(outcome, name),
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
  `${name} requires ${missing.join(', ')}, which the user has not granted: npx cli-apps env set ${name} ${missing[0]}`

function moreTime(timeout: number): string {
  if (timeout < 600) return 'If it needs longer, pass a larger timeout (at most 600).'
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
  if (outcome.truncated) return 'stdout is not returned as json, because it is too long or not JSON.'
  return json === 'asked'
    ? 'stdout is not JSON.'
    : `${name} has no known option for JSON output, and stdout is not JSON: leave json out, or see its skill.`
}
