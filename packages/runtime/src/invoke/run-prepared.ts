import type { RunOutcome } from '@cli-apps/core/results'
import type { Invocation } from './prepare-invocation.ts'
import type { RunAppOptions } from './run-app.ts'
import { runAttached } from './run-attached.ts'

/** Runs what was prepared: attached where somebody takes the output as it comes. Throws what `runApp` throws. */
export async function runPrepared(invocation: Invocation, options: RunAppOptions): Promise<RunOutcome> {
  if (options.attached?.output !== undefined) return runAttached(invocation, options)
  // Not loaded where a person waits for the app to start.
  const { runApp } = await import('./run-app.ts')
  return runApp(invocation, options)
}
