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

/** A program that is talked to over its standard input and output. */
export interface PipedProcess {
  stdout: Readable
  /** Rejects when the program takes nothing any more. */
  write(text: string): Promise<void>
  /** Resolves when the program has ended, with how. */
  ended: Promise<string>
  /** Closes its input, and ends it with all it started where that is not enough. Resolves when nothing is left. */
  stop(): Promise<void>
}

/** How long a program may take to end by itself once its input is closed, and then after a polite signal. */
const endTimeoutMs = 500
const graceMs = 1500

/**
 * Starts `[program, ...args]` without a shell in a process group of its own, which does not outlive this process. Throws
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
  const ended = once(child, 'exit').then(([status, signal]) => `${status ?? signal}`)
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
