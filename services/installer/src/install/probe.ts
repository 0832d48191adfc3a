import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { cleanEnvironment, type ProcessResult, runProcess } from '@cli-apps/core/node'

export interface Probe {
  /** Runs the program with these arguments in an empty folder with a throw-away home. */
  run(
    args: readonly string[],
    options?: { stdin?: string; timeout?: number; cwd?: string },
  ): Promise<ProcessResult>
  /** The throw-away folder. */
  folder: string
  [Symbol.asyncDispose](): Promise<void>
}

/** Settings that keep programs from colouring, paging, calling home and looking for updates. Wide lines are not wrapped. */
const quiet = {
  CI: '1',
  DO_NOT_TRACK: '1',
  NO_UPDATE_NOTIFIER: '1',
  GIT_PAGER: 'cat',
  MANPAGER: 'cat',
  COLUMNS: '1000',
}

/** A place to try an installed program in: closed standard input, no terminal, a home of its own that is removed afterwards. */
export async function openProbe(
  argv: readonly string[],
  environment: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<Probe> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cli-apps-'))
  const inherited = Object.entries(cleanEnvironment(environment)).filter(([name]) => !name.startsWith('XDG_'))
  const env = {
    ...Object.fromEntries(inherited),
    ...quiet,
    HOME: folder,
    USERPROFILE: folder,
    TMPDIR: folder,
  }
  return {
    folder,
    run: (args, { stdin, timeout = 20_000, cwd = folder } = {}) =>
      runProcess([...argv, ...args], {
        cwd,
        env,
        timeout,
        signal,
        ...(stdin === undefined ? {} : { stdin }),
      }),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }),
  }
}
