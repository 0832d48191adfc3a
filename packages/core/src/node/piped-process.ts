import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { killGroup, trackGroup } from './process-group.ts'
import { startProgram } from './start-program.ts'

interface PipedProcessOptions {
  cwd: string
  /** The whole environment; nothing is inherited. */
  env: Readonly<Record<string, string>>
  onStderr: (chunk: Uint8Array) => void
}

/** A program that communicates over its standard input and output. */
export interface PipedProcess {
  stdout: Readable
  /** Rejects when the program no longer accepts input. */
  write(text: string): Promise<void>
  /** Resolves when the program has ended, with a description such as `it ended with status 1`. */
  ended: Promise<string>
  /** Closes its input, and kills it with all child processes if it does not end. Resolves when nothing is left. */
  stop(): Promise<void>
}

/** Milliseconds for a program to end after its input is closed, and again after SIGTERM. */
const endTimeoutMs = 500
const graceMs = 1500

/**
 * Starts `[program, ...args]` without a shell in its own process group, which does not outlive this process. Throws
 * `ProcessError` `process.cannot-start`.
 */
export async function startPipedProcess(
  argv: readonly string[],
  { cwd, env, onStderr }: PipedProcessOptions,
): Promise<PipedProcess> {
  const child = await startProgram(argv, {
    cwd,
    env,
    detached: process.platform !== 'win32',
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const { pid, stdin, stdout, stderr } = child
  if (stdin === null || stdout === null || stderr === null) throw new RangeError('a piped program has pipes')
  const untrack = trackGroup(pid)
  stderr.on('data', onStderr)
  const ended = once(child, 'exit').then(
    ([status, signal]) => `it ended with ${signal ?? `status ${status}`}`,
  )
  let stopping: Promise<void> | undefined
  const stop = async (): Promise<void> => {
    stdin.end()
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, endTimeoutMs)
    })
    await Promise.race([ended, timeout])
    clearTimeout(timer)
    await killGroup(pid, graceMs)
    for (const stream of [stdin, stdout, stderr]) stream.destroy()
    untrack()
  }
  return {
    stdout,
    write: (text) =>
      new Promise((resolve, reject) => {
        stdin.write(text, (error) => (error ? reject(error) : resolve()))
      }),
    ended,
    stop: () => {
      stopping ??= stop()
      return stopping
    },
  }
}
