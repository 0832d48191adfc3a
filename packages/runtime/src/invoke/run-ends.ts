import { CanceledError, t } from '@cli-apps/core'
import type { Quarantined } from '@cli-apps/core/node'
import type { RunOutcome } from '@cli-apps/core/results'
import type { runWithFiles } from '../pipeline/run-with-files.ts'
import { stageEnds } from '../pipeline/stage-ends.ts'
import { quarantineHint } from './hints/quarantine-hint.ts'
import { redactPaths } from './outcome-files.ts'
import type { Invocation } from './prepare-invocation.ts'
import { redactText } from './redact-secrets.ts'

type Ran = Awaited<ReturnType<typeof runWithFiles>>

/** Where the output file is, or why it is not there. */
export const outputFileOf = ({
  written,
  refused,
}: Ran): Pick<RunOutcome, 'stdout_file' | 'stdout_file_error'> => ({
  ...(written !== undefined && { stdout_file: written }),
  ...(refused !== undefined && { stdout_file_error: refused }),
})

/** What was moved away, and what is to be said of that. */
export function movedBy(
  { results }: Ran,
  { stages }: Invocation,
): { quarantined: Quarantined[]; moved: string | undefined } {
  const secrets = stages.flatMap((stage) => stage.secrets)
  const quarantined = redactPaths(
    results.flatMap((one) => one.quarantined),
    secrets,
  )
  return { quarantined, moved: quarantineHint(quarantined, stages[0].name) }
}

/** Throws `CanceledError` `run.canceled`. */
export function requireNotCanceled(
  { results }: Ran,
  { name, moved }: { name: string; moved: string | undefined },
): void {
  if (!results.some(({ result }) => result.canceled)) return
  throw new CanceledError(
    'run.canceled',
    t('run.canceled', '{name} was canceled and ended.', { name }),
    moved ? { hint: moved } : {},
  )
}

/** Where the sandbox held the programs back, and what of theirs it could not move away. */
export function heldBack(
  { results }: Ran,
  secrets: readonly string[],
): { limitsMet: string[]; left: string[]; refused: string[] } {
  return {
    limitsMet: results.flatMap((one) => one.limitsMet),
    left: results.flatMap((one) => one.left).map((one) => redactText(one, secrets)),
    refused: results.flatMap((one) => one.refusedHosts ?? []),
  }
}

/** How the run ended, and with several programs how each of them did. */
export function endsOf(
  { stages }: Invocation,
  { results }: Ran,
  stderrs: readonly string[],
): Pick<RunOutcome, 'exit_code' | 'signal' | 'timed_out' | 'stages'> {
  const { exitCode, signal, stages: ends } = stageEnds(stages, results)
  return {
    exit_code: exitCode,
    signal,
    timed_out: results.some(({ result }) => result.timedOut),
    ...(ends.length > 1 && {
      stages: ends.map((end, index) => ({ ...end, stderr: stderrs[index] ?? '' })),
    }),
  }
}
