import { startProgram } from './start-program.ts'

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
  const child = await startProgram(argv, { cwd, env, detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  const { pid, stdin } = child
  if (stdin === null) throw new RangeError('a detached program has an input')
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
