import { constants } from 'node:os'
import { ProcessError } from '../../errors/errors.ts'
import { t } from '../../messages/t.ts'
import type { ProcessResult } from '../process.ts'
import type { Sandbox } from './sandbox.ts'

/** Signals that end a program that did not mean to end. */
const deadly = ['SIGILL', 'SIGTRAP', 'SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGKILL', 'SIGSEGV', 'SIGSYS'] as const

/** What the program of a sandbox says when it did not come so far as to start another. */
interface Fault {
  text: string
  /** The sandbox works, and the program in it cannot be started. */
  isOfProgram: boolean
}

/**
 * What happened to the program `argv` that ran in a sandbox: a death that the sandbox tells by a status, as a shell does, is
 * told by its signal. Throws `ProcessError` `process.cannot-start` or `sandbox.failed` when the sandbox did not come so far as
 * to start it.
 */
export function sandboxResult(
  result: ProcessResult,
  argv: readonly string[],
  sandbox: Sandbox,
): ProcessResult {
  const { exitCode } = result
  // Asked in its turn, the program of the sandbox speaks for itself.
  const fault = argv.some((word) => word === sandbox.program) ? undefined : findFault(result, sandbox)
  if (fault !== undefined) throw notStarted(fault, argv, sandbox)
  // What was asked to end may have obeyed; of its own accord a program may end with such a status.
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

/** What the first process of a container says when it cannot start the second: that of Podman, and that of Docker. */
const initFault =
  /^ERROR \(catatonit:\d+\): (failed to exec pid1: .*)|^\[FATAL tini \(\d+\)\] (exec .* failed: .*)/

/**
 * A program may end with the statuses that engines keep for themselves (125 to 127), so that what they say is looked at too: they
 * say it before anything else was printed.
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
