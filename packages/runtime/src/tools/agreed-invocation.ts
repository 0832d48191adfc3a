import { ConflictError, type InstallRecord } from '@cli-apps/core'
import type { Invocation } from '../invoke/prepare-invocation.ts'

/** An installed app as it was read, and the run that was made of it. */
export interface PreparedRun {
  record: InstallRecord
  invocation: Invocation
}

export interface AgreedInvocation {
  /** Somebody was shown the run and is thinking about it. */
  hold(): void
  /** What is to be run. Throws `ConflictError` `confirm.changed` when it is not what was shown any more. */
  current(): Promise<Invocation>
}

/**
 * A yes is to what was shown. Until it comes, an update may have changed the app, a link the folder, the user the values
 * that are granted: so a run that had to wait is made anew, and held to program, arguments, folder and manifest.
 */
export function agreedInvocation(shown: PreparedRun, prepare: () => Promise<PreparedRun>): AgreedInvocation {
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
        `${shown.invocation.name} or its folder changed after it was asked for, so the yes does not hold.`,
        { hint: 'Nothing was run. Call the tool again if it is still wanted.' },
      )
    },
  }
}

const factsOf = ({ record, invocation: { argv, cwd, timeout } }: PreparedRun): string =>
  JSON.stringify([record.digest, argv, cwd, timeout])
