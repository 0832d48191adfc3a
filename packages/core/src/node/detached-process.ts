import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { ProcessError } from '../errors.ts'
import { extraStdio } from './inherited-descriptors.ts'

/** A process that goes on without this one. It waits for what it is handed. */
export interface DetachedProcess {
  pid: number
  /** Writes to its standard input, closes it and lets go. Throws what the system says when the process is gone. */
  handOver(text: string): Promise<void>
  /** Closes its standard input with nothing in it. */
  giveUp(): void
}

/**
 * Starts `[program, ...args]` without a shell, in a session of its own and with no output, so that neither the end of this
 * process nor of its terminal reaches it. Throws `ProcessError` `process.cannot-start`.
 */
export async function startDetached(
  argv: readonly string[],
  { cwd, env }: { cwd: string; env: Readonly<Record<string, string>> },
): Promise<DetachedProcess> {
  const [program = '', ...args] = argv
  const child = spawn(program, args, {
    cwd,
    env: { ...env },
    detached: true,
    windowsHide: true,
    stdio: ['pipe', 'ignore', 'ignore', ...extraStdio()],
  })
  // An error of its input is told by what waits for it; without a listener it would end this process.
  child.stdin?.on('error', () => {})
  try {
    await once(child, 'spawn')
  } catch (cause) {
    throw cannotStart(program, cause)
  }
  const { pid, stdin } = child
  if (pid === undefined || stdin === null) throw cannotStart(program, undefined)
  child.unref()
  return {
    pid,
    handOver: (text) =>
      new Promise((resolve, reject) => {
        stdin.once('error', reject)
        stdin.end(text, resolve)
      }),
    giveUp: () => stdin.destroy(),
  }
}

const cannotStart = (program: string, cause: unknown): ProcessError =>
  new ProcessError('process.cannot-start', `${program} cannot be started.`, {
    hint: 'Check that it is there, and that this machine allows another process.',
    cause,
  })
