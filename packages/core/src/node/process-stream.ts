import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { ProcessError } from '../errors/errors.ts'
import { t } from '../messages/t.ts'
import { createOutputCapture, joinOutput } from './output-capture.ts'
import { startProgram } from './start-program.ts'

interface StreamProcessOptions {
  /** The whole environment; nothing is inherited. */
  env: Readonly<Record<string, string>>
  signal: AbortSignal
}

/**
 * Runs `[program, ...args]` without a shell and yields its standard output with back pressure. Ending the iteration
 * ends the program. Throws `ProcessError` `process.failed` if it cannot start or fails.
 */
export async function* streamProcess(
  argv: readonly string[],
  { env, signal }: StreamProcessOptions,
): AsyncGenerator<Uint8Array> {
  const child = await startProgram(argv, {
    cwd: tmpdir(),
    env,
    signal,
    killSignal: 'SIGKILL',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = createOutputCapture({ head: 2000, tail: 2000 })
  child.stderr?.on('data', (chunk: Uint8Array) => said.write(chunk))
  const closed = once(child, 'close')
  closed.catch(() => {})
  try {
    if (child.stdout !== null) yield* child.stdout
    const [status, killedBy] = await closed
    if (status === 0) return
    throw new ProcessError(
      'process.failed',
      t('process.failed', '{argv} ended with {status}.', {
        argv: String(argv[0]),
        status: status ?? killedBy,
      }),
      {
        hint: joinOutput(said.read()).trim() || t('process.failed.hint', 'It printed nothing.'),
      },
    )
  } finally {
    child.kill('SIGKILL')
  }
}
