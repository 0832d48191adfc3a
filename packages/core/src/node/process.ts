import { once } from 'node:events'
import { Readable, Writable } from 'node:stream'
import type { ExtraStdio } from './inherited-descriptors.ts'
import { type CapturedOutput, createOutputCapture } from './output-capture.ts'
import { createOutputReader } from './output-reader.ts'
import { killGroup, passSignal, trackGroup, waitForProcess } from './process-group.ts'
import { feedInput, type ProcessInput, stdioOf } from './process-input.ts'
import { startProgram } from './start-program.ts'

export interface RunProcessOptions {
  cwd: string
  /** The whole environment; nothing is inherited. */
  env: Readonly<Record<string, string>>
  /** Milliseconds until the process group is killed; no limit by default. */
  timeout?: number
  signal?: AbortSignal
  /** Signals to pass on to the process group while it runs. */
  signals?: SignalSource
  /** Standard input; empty by default. */
  stdin?: ProcessInput
  /** A descriptor to use as standard output, which is then not captured. */
  stdout?: { descriptor: number }
  /** Bytes to keep of each stream's start and end; 1 MiB each by default. */
  keep?: { head: number; tail: number }
  /** Receives output. The stream pauses until a returned promise settles, which must not reject. */
  onOutput?: (stream: 'stdout' | 'stderr', chunk: Uint8Array) => void | Promise<void>
  /** Called with the pid, which is also the id of the process group. */
  onStart?: (pid: number) => void | Promise<void>
  /**
   * Delays the program until `onStart` has resolved; it never starts if this process dies before that. Not available on
   * Windows or with a wrapper.
   */
  isHeld?: boolean
  /** Called when the program itself starts: it then holds its descriptors, and ours can be closed. */
  onBegun?: () => void
  /** Set if the program runs another one, such as a sandbox does. */
  wrapper?: Wrapper
}

/** Signals that this process received for the programs that it runs. */
export interface SignalSource {
  /** Calls `deliver` for each signal; returns a function that stops that. */
  attach(deliver: (name: NodeJS.Signals) => void): () => void
}

/**
 * Communication with a wrapper about the program it runs. To end it, its children are signaled, not the wrapper itself.
 */
export interface Wrapper {
  /** Whether it waits for input on descriptor 4, which it gets once `onTold` has resolved. */
  isHeld: boolean
  /**
   * Called with its message on descriptor 3, unless it ended before. Returns the process whose end terminates
   * everything that the wrapper started.
   */
  onTold(told: string): Promise<number>
  /** Called with its message on descriptor 5, when everything has ended. */
  onEnded?: (told: string) => void
  /** Further descriptors for it, from 6 on. */
  descriptors?: readonly (number | undefined)[]
}

export interface ProcessResult {
  exitCode: number | null
  signal: string | null
  timedOut: boolean
  canceled: boolean
  stdout: CapturedOutput
  stderr: CapturedOutput
  durationMs: number
}

/** Milliseconds for a process group to end after SIGTERM. */
const graceMs = 2000

/** Descriptors that the wrapper does not consume would be open in the program. */
function descriptorsOf(wrapper: Wrapper | undefined): ExtraStdio[] {
  if (wrapper === undefined) return []
  const { isHeld, onEnded, descriptors = [] } = wrapper
  return [
    'pipe',
    isHeld ? 'pipe' : 'ignore',
    onEnded === undefined ? 'ignore' : 'pipe',
    ...descriptors.map((one) => one ?? ('ignore' as const)),
  ]
}

/**
 * Runs `[program, ...args]` without a shell in its own process group, and returns the outcome whatever the exit status.
 * When the program ends, times out or is canceled, the rest of its group is killed too. Throws only `ProcessError`
 * `process.cannot-start`, and errors of `onStart` and `onTold` after ending the group.
 */
export async function runProcess(
  argv: readonly string[],
  options: RunProcessOptions,
): Promise<ProcessResult> {
  const isHeld = options.isHeld === true && options.wrapper === undefined && process.platform !== 'win32'
  const started = performance.now()
  const child = await startProgram(isHeld ? heldArgv(argv) : argv, {
    cwd: options.cwd,
    env: options.env,
    detached: process.platform !== 'win32',
    stdio: [stdioOf(options.stdin), options.stdout?.descriptor ?? 'pipe', 'pipe'],
    descriptors: isHeld ? ['pipe'] : descriptorsOf(options.wrapper),
  })
  const { pid } = child
  const ended = once(child, 'exit') as Promise<[number | null, string | null]>
  const closed = once(child, 'close')
  const untrack = trackGroup(pid)
  const { output, captured } = captureOutput(child, options)
  const input = feedInput(child.stdin, options.stdin)
  const limits = limitGroup(pid, options)

  try {
    await options.onStart?.(pid)
    if (isHeld) letGo(child.stdio[3])
    const streams: readonly unknown[] = child.stdio
    const status = streams[5] instanceof Readable ? readToEnd(streams[5]) : undefined
    const inner = options.wrapper === undefined ? undefined : await release(child.stdio, options.wrapper)
    if (options.wrapper === undefined || inner !== undefined) {
      input.begin()
      options.onBegun?.()
    }
    const [exitCode, signal] = await ended
    await output.drain(closed)
    if (inner === undefined) await killGroup(pid, 0)
    else await waitForProcess(inner)
    // On a busy machine, the exit may be reported before any output was read; it must not be lost.
    await output.drain(closed)
    child.stdout?.destroy()
    child.stderr?.destroy()
    await output.settled()
    if (status !== undefined) options.wrapper?.onEnded?.(await status)
    return {
      exitCode,
      signal,
      ...limits.passed(),
      ...captured(),
      durationMs: performance.now() - started,
    }
  } catch (error) {
    limits.stop()
    throw error
  } finally {
    input.end()
    await limits.lift()
    untrack()
  }
}

interface Capture {
  output: ReturnType<typeof createOutputReader>
  captured(): Pick<ProcessResult, 'stdout' | 'stderr'>
}

/** Captures the start and end of both streams. */
function captureOutput(
  { stdout, stderr }: Awaited<ReturnType<typeof startProgram>>,
  { keep = { head: 1 << 20, tail: 1 << 20 }, onOutput }: RunProcessOptions,
): Capture {
  const captures = { stdout: createOutputCapture(keep), stderr: createOutputCapture(keep) }
  const output = createOutputReader((name, chunk) => {
    captures[name].write(chunk)
    return onOutput?.(name, chunk)
  })
  output.read('stdout', stdout)
  output.read('stderr', stderr)
  return {
    output,
    captured: () => ({ stdout: captures.stdout.read(), stderr: captures.stderr.read() }),
  }
}

interface GroupLimits {
  /** Ends the group. */
  stop(): void
  /** Which limits ended it. */
  passed(): Pick<ProcessResult, 'timedOut' | 'canceled'>
  /** Removes the limits, and waits for an end in progress. */
  lift(): Promise<void>
}

/** Ends a process group on timeout or abort, and passes signals on to it. */
function limitGroup(pid: number, { timeout, signal, signals, wrapper }: RunProcessOptions): GroupLimits {
  let timedOut = false
  let canceled = false
  let stopping: Promise<void> | undefined
  const sparing = { sparesLeader: wrapper !== undefined }
  const stop = (): void => {
    stopping ??= killGroup(pid, graceMs, sparing)
  }
  const detach = signals?.attach((name) => passSignal(pid, name, sparing))
  const onTimeout = (): void => {
    timedOut = true
    stop()
  }
  const onAbort = (): void => {
    canceled = true
    stop()
  }
  const timer = timeout === undefined ? undefined : setTimeout(onTimeout, timeout)
  if (signal?.aborted) onAbort()
  else signal?.addEventListener('abort', onAbort, { once: true })
  return {
    stop,
    passed: () => ({ timedOut, canceled }),
    async lift() {
      clearTimeout(timer)
      detach?.()
      signal?.removeEventListener('abort', onAbort)
      await stopping
    },
  }
}

/** Waits for a line on descriptor 3 before executing the program; end of file, as when its parent dies, ends it. */
const heldArgv = (argv: readonly string[]): readonly string[] => [
  '/bin/sh',
  '-c',
  'read -r go <&3 && exec "$@" 3<&-',
  'sh',
  ...argv,
]

function letGo(gate: Readable | Writable | null | undefined): void {
  if (!(gate instanceof Writable)) throw new RangeError('a held program has a pipe')
  gate.end('go\n')
}

/**
 * Receives the wrapper's message and lets it continue; returns the process inside. A wrapper that is gone sends and
 * reads nothing.
 */
async function release(
  [, , , told, gate]: readonly (Readable | Writable | null | undefined)[],
  { onTold }: Wrapper,
): Promise<number | undefined> {
  if (!(told instanceof Readable)) return undefined
  const text = await readToEnd(told)
  const inner = text === '' ? undefined : await onTold(text)
  if (gate instanceof Writable) gate.end('go')
  return inner
}

async function readToEnd(stream: Readable): Promise<string> {
  const chunks: Uint8Array[] = []
  try {
    for await (const chunk of stream) chunks.push(chunk)
  } catch {
    // Ended together with the program.
  }
  return Buffer.concat(chunks).toString()
}
