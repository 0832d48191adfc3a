import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { ProcessError } from '../errors.ts'
import { extraStdio } from './inherited-descriptors.ts'
import { killGroup, trackGroup } from './process-group.ts'

export interface PipedProcessOptions {
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
  [program = '', ...args]: readonly string[],
  { cwd, env, onStderr }: PipedProcessOptions,
): Promise<PipedProcess> {
  const child = spawn(program, args, {
    cwd,
    env,
    detached: process.platform !== 'win32',
    windowsHide: true,
    stdio: ['pipe', 'pipe', 'pipe', ...extraStdio()],
  })
  await once(child, 'spawn').catch((cause: unknown) => {
    throw new ProcessError('process.cannot-start', `${program} cannot be started.`, {
      hint: 'Check that it is an executable for this machine.',
      cause,
    })
  })
  const { pid, stdin, stdout, stderr } = child
  if (pid === undefined || stdin === null || stdout === null || stderr === null)
    throw new ProcessError('process.cannot-start', `${program} cannot be started.`)
  const untrack = trackGroup(pid)
  stderr.on('data', onStderr)
  // What is written to a program that has gone fails, and is told to whoever writes.
  for (const stream of [stdin, stdout, stderr]) stream.on('error', () => {})
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
