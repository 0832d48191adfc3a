import { closeSync } from 'node:fs'
import {
  linkSignals,
  type ProcessInput,
  type RunProcessOptions,
  type SignalSource,
} from '@cli-apps/core/node'
import { type ConfinedResult, runConfined } from '../sandbox/run-confined.ts'
import { openPipes } from '../streams/open-pipes.ts'
import type { Stage } from './stage.ts'

export interface RunStagesOptions {
  cwd: string
  /** Milliseconds for all of them together; `Infinity` for no limit. */
  timeout: number
  signal: AbortSignal
  /** Signals to pass on to all of them. */
  signals?: SignalSource | undefined
  /** What the first one reads; it has no input when absent. */
  stdin?: ProcessInput | undefined
  /** Descriptor that the last one writes to; `onOutput` gets its output when absent. */
  stdout?: { descriptor: number } | undefined
  /** Output of the last stage, and errors of each, by its index. */
  onOutput: (
    stream: 'stdout' | 'stderr',
    chunk: Uint8Array,
    stage: number,
  ) => ReturnType<NonNullable<RunProcessOptions['onOutput']>>
  /** Called when the first program has started. */
  onStart: () => void
}

/** Of the streams only what a sandbox says of itself; who called keeps the rest. */
const keep = { head: 500, tail: 0 }

/**
 * Runs programs at the same time, each reading what the one before it prints, through pipes of the operating system. When one
 * cannot be started, the others are ended. Throws what `openPipes` and `runConfined` throw, when nothing runs any more.
 */
export async function runStages(
  stages: readonly Stage[],
  { cwd, timeout, signal, signals, stdin, stdout, onOutput, onStart }: RunStagesOptions,
): Promise<ConfinedResult[]> {
  const pipes = await openPipes(stages.length - 1)
  const ends = pipes.map(({ read, write }) => ({ read: closing(read), write: closing(write) }))
  using linked = linkSignals(signal)
  let failure: { error: unknown } | undefined
  const run = async ({ argv, confinement, env }: Stage, index: number): Promise<ConfinedResult> => {
    const [before, after] = [ends[index - 1]?.read, ends[index]?.write]
    const input = before ?? (index === 0 ? stdin : undefined)
    const output = after ?? (index === stages.length - 1 ? stdout : undefined)
    const release = (): void => {
      before?.close()
      after?.close()
    }
    try {
      return await runConfined(argv, confinement, {
        cwd,
        env,
        ...(Number.isFinite(timeout) && { timeout }),
        keep,
        signal: linked.signal,
        ...(signals && { signals }),
        ...(input !== undefined && { stdin: input }),
        ...(output !== undefined && { stdout: output }),
        onOutput: (stream, chunk) => onOutput(stream, chunk, index),
        onBegun: release,
        ...(index === 0 && { onStart }),
      })
    } catch (error) {
      failure ??= { error }
      linked.abort()
      throw error
    } finally {
      release()
    }
  }
  const results = await Promise.allSettled(stages.map(run))
  if (failure !== undefined) throw failure.error
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
}

/** A descriptor that is closed once, however often that is asked for. */
function closing(descriptor: number): { descriptor: number; close(): void } {
  let isOpen = true
  return {
    descriptor,
    close() {
      if (isOpen) closeSync(descriptor)
      isOpen = false
    },
  }
}
