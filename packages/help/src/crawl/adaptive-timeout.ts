export interface AdaptiveTimeout {
  /** Timeout of the next run in whole milliseconds, as timers require. */
  readonly limitMs: number
  /** Records how long an answer took, if known. */
  learn(durationMs: number | undefined): void
}

/**
 * Derives the timeout from the program's own answers: a multiple of the slowest one. A loaded machine gets enough time,
 * and a command that never ends is aborted sooner than on the first run.
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
