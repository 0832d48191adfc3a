import { constants } from 'node:os'
import { ProcessError } from '../../errors/errors.ts'
import { t } from '../../messages/t.ts'
import type { ProcessResult } from '../process.ts'
import type { Sandbox } from './sandbox.ts'

/** Signals that terminate a program unintentionally. */
const deadly = ['SIGILL', 'SIGTRAP', 'SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGKILL', 'SIGSEGV', 'SIGSYS'] as const

/** What the sandbox program prints when it could not start the other program. */
interface Fault {
  text: string
  /** The sandbox works, but the program in it cannot be started. */
  isOfProgram: boolean
}

/**
 * Returns the result of the program `argv` that ran in a sandbox: an exit status that encodes a signal, as in shells,
 * is converted back. Throws `ProcessError` `process.cannot-start` or `sandbox.failed` if the sandbox could not start
 * it.
 */
export function sandboxResult(
  result: ProcessResult,
  argv: readonly string[],
  sandbox: Sandbox,
): ProcessResult {
  const { exitCode } = result
  // If the sandbox program itself was called, its errors are its own result.
  const fault = argv.some((word) => word === sandbox.program) ? undefined : findFault(result, sandbox)
  if (fault !== undefined) throw notStarted(fault, argv, sandbox)
  // A program asked to end may report that signal; otherwise such a status may be its own.
  const known = result.timedOut || result.canceled ? [...deadly, 'SIGTERM' as const] : deadly
  const signal = known.find((name) => exitCode === 128 + constants.signals[name])
  return signal === undefined ? result : { ...result, exitCode: null, signal }
}

function findFault(result: ProcessResult, { kind }: Sandbox): Fault | undefined {
  const { exitCode, stderr } = result
  if (kind === 'container') return containerFault(result)
  const [said, statuses] =
    kind === 'bubblewrap' ? [/^bwrap: (.*)/, [1]] : [/^sandbox-exec: (.*)/, [64, 65, 71]]
  const text = exitCode !== null && statuses.includes(exitCode) ? said.exec(stderr.head)?.[1] : undefined
  return text === undefined ? undefined : { text, isOfProgram: text.startsWith('execvp') }
}

/** Errors of a container's init when it cannot start the program, in Podman and Docker. */
const initFault =
  /^ERROR \(catatonit:\d+\): (failed to exec pid1: .*)|^\[FATAL tini \(\d+\)\] (exec .* failed: .*)/

/**
 * A program may exit with the statuses that engines reserve (125 to 127), so their message is checked too, which
 * precedes all other output.
 */
function containerFault({ exitCode, stdout, stderr }: ProcessResult): Fault | undefined {
  if (exitCode === null || stdout.head !== '') return undefined
  const lines = stderr.head.split('\n').filter((line) => !/^(time=|WARNING: |WARN\[)/.test(line))
  const [first = ''] = lines
  const [, podman, docker] = [1, 126, 127].includes(exitCode) ? (initFault.exec(first) ?? []) : []
  const inInit = podman ?? docker
  if (inInit !== undefined) return { text: inInit, isOfProgram: true }
  const text = /^(?:Error|docker): (.*)/.exec(first)?.[1]
  if (text === undefined) return undefined
  if (exitCode === 125) return { text, isOfProgram: false }
  const isOfEngine = first.startsWith('docker: ') || text.includes('OCI ')
  return isOfEngine && (exitCode === 126 || exitCode === 127) ? { text, isOfProgram: false } : undefined
}

const names = {
  bubblewrap: 'bubblewrap',
  'sandbox-exec': 'sandbox-exec',
  get container() {
    return t('sandbox-result.container', 'the container engine')
  },
}

function notStarted(
  { text, isOfProgram }: Fault,
  [program = '']: readonly string[],
  { kind }: Sandbox,
): ProcessError {
  if (isOfProgram)
    return new ProcessError(
      'process.cannot-start',
      t('process.cannot-start.cannot-started-sandbox', '{program} cannot be started in a sandbox: {text}', {
        program,
        text,
      }),
      {
        hint:
          kind === 'container'
            ? t(
                'process.cannot-start.hint.check-image-has-what',
                'Check that the image has what it needs: its interpreter, and the libraries that it was made for.',
              )
            : t(
                'process.cannot-start.hint.check-executable-machine-folder',
                'Check that it is an executable for this machine, and that the folder it lies in is among those it may read.',
              ),
      },
    )
  return new ProcessError(
    'sandbox.failed',
    t('sandbox.failed.cannot-run', '{names} cannot run {program}: {text}', {
      names: names[kind],
      program,
      text,
    }),
    {
      hint: t(
        'sandbox.failed.hint.check-folders-may-read',
        'Check that the folders it may read or change are there and are yours.',
      ),
    },
  )
}
