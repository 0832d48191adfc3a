/** The longest pause between two attempts to connect, in milliseconds. */
export const mostRetryMs = 60_000

interface Retries {
  schedule(): void
  cancel(): void
  /** Makes the next pause the shortest again. */
  reset(): void
}

/** Calls `connect` after a pause, doubled each time, up to a minute. */
export function createRetries(firstMs: number, connect: () => void): Retries {
  let attempts = 0
  let timer: NodeJS.Timeout | undefined
  return {
    schedule() {
      const pause = Math.min(mostRetryMs, firstMs * 2 ** Math.min(attempts++, 16))
      timer = setTimeout(connect, pause).unref()
    },
    cancel: () => clearTimeout(timer),
    reset() {
      attempts = 0
    },
  }
}
