import type { AdaptiveTimeout } from './adaptive-timeout.ts'
import type { RunHelp } from './ask-for-help.ts'

/** The warning of a command that the time did not suffice for. */
export const notAsked = 'It was not asked for its help.'

/** Runs with the timeout that the program's own answers suggest. */
export function withTimeouts(run: RunHelp, timeout: AdaptiveTimeout): RunHelp {
  return async (args, { timeoutMs = timeout.limitMs } = {}) => {
    const result = await run(args, { timeoutMs })
    if (!result.timedOut) timeout.learn(result.durationMs)
    return result
  }
}

/** Runs with this timeout in milliseconds. */
export const withLimit =
  (run: RunHelp, timeoutMs: number): RunHelp =>
  (args) =>
    run(args, { timeoutMs })
