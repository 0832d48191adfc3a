import { t } from '@cli-apps/core'
import type { RunOutcome } from '@cli-apps/core/results'
import type { Invocation } from '../prepare-invocation.ts'
import type { SavedLog } from '../run-log.ts'
import { failureHints } from './failure-hints.ts'
import { inputHint, jsonHint, logHint, noFileHint } from './output-hints.ts'
import { leftHint } from './quarantine-hint.ts'

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
