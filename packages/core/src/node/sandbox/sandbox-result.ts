import { constants } from 'node:os'
import { ProcessError } from '../../errors.ts'
import type { ProcessResult } from '../process.ts'
import type { Sandbox } from './sandbox.ts'

/** Signals that end a program that did not mean to end. */
const deadly = ['SIGILL', 'SIGTRAP', 'SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGKILL', 'SIGSEGV', 'SIGSYS'] as const

/**
 * What happened to the program `argv` that ran in a sandbox: a death that bubblewrap tells by a status, as a shell does, is
 * told by its signal. Throws `ProcessError` `process.cannot-start` or `sandbox.failed` when bubblewrap did not come so far as
 * to start it.
 */
export function sandboxResult(
  result: ProcessResult,
  argv: readonly string[],
  sandbox: Sandbox,
): ProcessResult {
  const { exitCode, stderr } = result
  const fault = exitCode === 1 ? /^bwrap: (.*)/.exec(stderr.head)?.[1] : undefined
  // Asked in its turn, bubblewrap speaks for itself.
  if (fault !== undefined && !argv.some((word) => word === sandbox.program)) throw notStarted(fault, argv)
  // What was asked to end may have obeyed; of its own accord a program may end with such a status.
  const known = result.timedOut || result.canceled ? [...deadly, 'SIGTERM' as const] : deadly
  const signal = known.find((name) => exitCode === 128 + constants.signals[name])
  return signal === undefined ? result : { ...result, exitCode: null, signal }
}

function notStarted(fault: string, [program = '']: readonly string[]): ProcessError {
  if (fault.startsWith('execvp '))
    return new ProcessError('process.cannot-start', `${program} cannot be started in a sandbox: ${fault}`, {
      hint: 'Check that it is an executable for this machine, and that the folder it lies in is among those it may read.',
    })
  return new ProcessError('sandbox.failed', `bubblewrap cannot run ${program}: ${fault}`, {
    hint: 'Check that the folders it may read or change are there and are yours.',
  })
}
