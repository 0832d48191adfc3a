import { isGrantable, protectedPlaces, t } from '@cli-apps/core'
import type { RunOutcome } from '@cli-apps/core/results'
import type { AppStage, Invocation } from '../prepare-invocation.ts'
import { accessHints } from './access-hint.ts'

/** Which grants a failed run may have lacked. */
export const failureHints = (
  outcome: RunOutcome,
  stages: Invocation['stages'],
  refused: readonly string[],
): (string | undefined)[] => [
  readOnlyHint(outcome, stages[0].name),
  ...stages.flatMap(grantHints),
  ...stages.flatMap((stage) => accessHints(outcome, stage, refused)),
]

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

const missingHint = (name: string, missing: readonly string[]): string =>
  t(
    'run-outcome.requires-user-has-not',
    '{name} requires {missing}, which the user has not granted: npx cli-apps env set {name} {first}',
    { name, missing: missing.join(', '), first: String(missing[0]) },
  )
