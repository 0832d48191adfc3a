import { ConflictError } from '@cli-apps/core'
import type { Invocation, StageRequest } from '../invoke/prepare-invocation.ts'

/** What is asked of installed apps, and the run that was prepared from it. */
export interface PreparedRun {
  stages: readonly [StageRequest, ...StageRequest[]]
  invocation: Invocation
}

interface ConfirmedInvocation {
  /** Call it when the run was shown and waits for confirmation. */
  hold(): void
  /** The run to start. Throws `ConflictError` `confirm.changed` when it differs from the run that was shown. */
  current(): Promise<Invocation>
}

/**
 * Binds a confirmation to the run that was shown. While a call waits, the app, its folder or the granted values may change:
 * a run that waited is prepared again and must have the same programs, arguments, input, output, folder, timeout and manifests.
 */
export function confirmedInvocation(
  shown: PreparedRun,
  prepare: () => Promise<PreparedRun>,
): ConfirmedInvocation {
  let isHeld = false
  return {
    hold() {
      isHeld = true
    },
    async current() {
      if (!isHeld) return shown.invocation
      const now = await prepare()
      if (factsOf(now) === factsOf(shown)) return now.invocation
      throw new ConflictError(
        'confirm.changed',
        `${shown.invocation.stages[0].name} or its folder changed after the confirmation request, so the confirmation is not valid.`,
        { hint: 'Nothing was run. Call the tool again if it is still required.' },
      )
    },
  }
}

const factsOf = ({ stages, invocation: { cwd, timeout, input, output, ...run } }: PreparedRun): string =>
  JSON.stringify([
    stages.map(({ record }, index) => [record.digest, run.stages[index]?.argv]),
    [cwd, timeout, input, output],
  ])
