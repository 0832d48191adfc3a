/** A signal of our own that follows others until it is disposed of. */
export interface LinkedSignal extends Disposable {
  signal: AbortSignal
  abort(reason?: unknown): void
}

/**
 * A signal that is aborted with any of these, or by itself. Not `AbortSignal.any`: on Node 20 what that makes can be collected
 * while somebody still waits for it, and then is never aborted.
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
