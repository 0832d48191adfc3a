import { PassThrough } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BubblewrapSandbox, makeFolder, type PipedProcess, sandboxResult } from '@cli-apps/core/node'
import type { Confinement } from './confinement.ts'
import { runInBubblewrap } from './run-in-bubblewrap.ts'

type Sandboxed = Exclude<Confinement, { kind: 'none' }> & { sandbox: BubblewrapSandbox }

interface PipeOptions {
  cwd: string
  /** The whole environment; nothing is inherited. */
  env: Readonly<Record<string, string>>
  onStderr: (chunk: Uint8Array) => void
}

/** Milliseconds for a program to end after its input is closed. */
const endTimeoutMs = 500
/** Of its output, what tells why it did not start. */
const keep = { head: 4096, tail: 0 }

/**
 * Starts a program in bubblewrap that communicates over its standard input and output until it is stopped. Protected places are not
 * guarded, since the policy of such a program lets it change nothing in the workspace.
 */
export async function startConfinedPipes(
  argv: readonly string[],
  confinement: Sandboxed,
  { cwd, env, onStderr }: PipeOptions,
): Promise<PipedProcess> {
  await makeFolder(confinement.dataFolder, 0o700)
  const [stdin, stdout] = [new PassThrough(), new PassThrough()]
  const ending = new AbortController()
  const onOutput = (stream: 'stdout' | 'stderr', chunk: Uint8Array): void | Promise<void> => {
    if (stream === 'stderr') return onStderr(chunk)
    return new Promise((resolve) => stdout.write(chunk, () => resolve()))
  }
  const ran = runInBubblewrap(argv, confinement, [], {
    ...{ cwd, env, stdin, keep, onOutput },
    signal: ending.signal,
  })
  const ended = ran
    .then((run) => outcomeOf(run, argv, confinement), reasonOf)
    .finally(() => {
      stdin.destroy()
      stdout.destroy()
    })
  let stopping: Promise<void> | undefined
  const stop = async (): Promise<void> => {
    stdin.end()
    await Promise.race([ended, sleep(endTimeoutMs, undefined, { ref: false })])
    ending.abort()
    await ended
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

/** `undefined`: a folder that was to be mounted had changed, and nothing was started. */
function outcomeOf(
  run: Awaited<ReturnType<typeof runInBubblewrap>>,
  argv: readonly string[],
  { sandbox }: Sandboxed,
): string {
  if (run === undefined) return 'the workspace changed while its sandbox was built'
  const { exitCode, signal } = sandboxResult(run.result, argv, sandbox)
  return [`it ended with ${exitCode === null ? signal : `status ${exitCode}`}`, ...run.limitsMet].join('; ')
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
