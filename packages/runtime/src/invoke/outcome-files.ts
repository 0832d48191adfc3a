import path from 'node:path'
import { t, toLine } from '@cli-apps/core'
import { isInside, type Quarantined } from '@cli-apps/core/node'
import type { RunOutcome } from '@cli-apps/core/results'
import type { FoundChanges } from '../changes/find-changes.ts'
import { redactText } from './redact-secrets.ts'

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
