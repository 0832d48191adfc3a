/** A signal that follows others until it is disposed of. */
export interface LinkedSignal extends Disposable {
  signal: AbortSignal
  abort(reason?: unknown): void
}

/**
 * Creates a signal that aborts with any of these, or by itself. Unlike `AbortSignal.any`, whose result Node 20 may
 * garbage-collect while it is awaited, so that it never aborts.
 */
export function linkSignals(...sources: readonly (AbortSignal | undefined)[]): LinkedSignal {
  const controller = new AbortController()
  const followed = sources
    .filter((source) => source !== undefined)
    .map((source) => ({ source, follow: () => controller.abort(source.reason) }))
  for (const { source, follow } of followed) {
    if (source.aborted) follow()
    else source.addEventListener('abort', follow, { once: true })
  }
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    [Symbol.dispose]() {
      for (const { source, follow } of followed) source.removeEventListener('abort', follow)
    },
  }
}
