import { startProgram } from './start-program.ts'

/** A process that outlives this one. It waits for its input. */
export interface DetachedProcess {
  pid: number
  /** Writes to its standard input and closes it. Throws the system's error if the process is gone. */
  handOver(text: string): Promise<void>
  /** Closes its standard input without writing. */
  giveUp(): void
}

/**
 * Starts `[program, ...args]` without a shell, in its own session and without output, so that it survives the end of
 * this process and its terminal. Throws `ProcessError` `process.cannot-start`.
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
