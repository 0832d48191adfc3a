import type { ChildProcess, SpawnOptions, StdioNull, StdioPipe } from 'node:child_process'
import { once } from 'node:events'
import { ProcessError } from '../errors/errors.ts'
import { t } from '../messages/t.ts'
import { hasCode } from './files.ts'
import { type ExtraStdio, extraStdio } from './inherited-descriptors.ts'

interface StartOptions extends Pick<SpawnOptions, 'signal' | 'killSignal' | 'detached'> {
  cwd: string
  /** The whole environment; nothing is inherited. */
  env: Readonly<Record<string, string>>
  /** Standard input, output and error; a number is a descriptor of this process. */
  stdio: readonly [StandardStream, StandardStream, StandardStream]
  /** Descriptors from 3 on. No other descriptor of this process is inherited. */
  descriptors?: readonly ExtraStdio[]
}

type StandardStream = StdioNull | StdioPipe | number

type StartedProgram = ChildProcess & { pid: number }

/**
 * Starts `[program, ...args]` without a shell, including `.cmd` files on Windows. Throws `ProcessError`
 * `process.cannot-start`.
 */
export async function startProgram(
  [program = '', ...args]: readonly string[],
  { descriptors, stdio, env, ...options }: StartOptions,
): Promise<StartedProgram> {
  // Loaded lazily, because most commands of the installer start no process.
  const { default: spawn } = await import('cross-spawn')
  let child: ChildProcess
  try {
    child = spawn(program, args, {
      ...options,
      env: { ...env },
      windowsHide: true,
      stdio: [...stdio, ...extraStdio(descriptors)],
    })
  } catch (cause) {
    throw cannotStart(program, cause)
  }
  if (!isStarted(child)) throw cannotStart(program, (await once(child, 'error'))[0])
  // A broken pipe is an error of the call that reads or writes; without a listener it would crash this process.
  for (const emitter of [child, ...child.stdio]) emitter?.on('error', () => {})
  return child
}

const isStarted = (child: ChildProcess): child is StartedProgram => child.pid !== undefined

function cannotStart(program: string, cause: unknown): ProcessError {
  const isMissing = hasCode(cause, 'ENOENT')
  return new ProcessError(
    'process.cannot-start',
    t('process.cannot-start.cannot-started', '{program} cannot be started{reason}.', {
      program,
      reason: isMissing ? t('start-program.not-there', ': it is not there') : '',
    }),
    {
      hint: isMissing
        ? t(
            'process.cannot-start.hint.check-path-working-directory',
            'Check the path and the working directory.',
          )
        : t(
            'process.cannot-start.hint.check-executable-machine',
            'Check that it is an executable for this machine.',
          ),
      cause,
    },
  )
}
