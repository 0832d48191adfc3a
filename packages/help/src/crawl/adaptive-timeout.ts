export interface AdaptiveTimeout {
  /** Whole milliseconds that the next question may take, as timers require them. */
  readonly limitMs: number
  /** Takes note of how long an answer took. */
  learn(durationMs: number | undefined): void
}

/**
 * How long to wait for a program, learned from its own answers: many times its slowest one, so that a machine under load is
 * waited for, and a command that never ends is not waited for as long as the first question was.
 */
export function createAdaptiveTimeout({ least, most }: { least: number; most: number }): AdaptiveTimeout {
  let slowest: number | undefined
  return {
    get limitMs() {
      return slowest === undefined ? most : Math.ceil(Math.min(most, Math.max(least, slowest * 12)))
    },
    learn(durationMs) {
      if (durationMs !== undefined) slowest = Math.max(slowest ?? 0, durationMs)
    },
  }
}
