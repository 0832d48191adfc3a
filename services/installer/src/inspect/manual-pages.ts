import { tmpdir } from 'node:os'
import path from 'node:path'
import { cleanEnvironment, findProgram, joinOutput, runProcess } from '@cli-apps/core/node'

/** Wide enough that no description is wrapped. */
const width = '1000'

/**
 * Reads manual pages of this machine, those next to the program first. Returns `undefined` for a missing page, and
 * without `man`.
 */
export function manualPages(
  argv: readonly string[],
  { environment, signal }: { environment: NodeJS.ProcessEnv; signal: AbortSignal },
): (page: string) => Promise<string | undefined> {
  return async (page) => {
    const man = await findProgram('man', environment)
    if (man === undefined || !/^[\w.+-]{1,80}$/.test(page) || page.startsWith('-')) return undefined
    const clean = cleanEnvironment(environment)
    const beside = argv.filter(path.isAbsolute).map((file) => path.dirname(file))
    const env = {
      ...clean,
      PATH: [...new Set(beside), clean.PATH ?? ''].join(path.delimiter),
      MANPAGER: 'cat',
      MANWIDTH: width,
      MANOPT: ['--no-hyphenation', '--no-justification'].join(' '),
    }
    const { stdout, exitCode } = await runProcess([man, '-s', '1:6:8', page], {
      cwd: tmpdir(),
      env,
      signal,
      timeout: 15_000,
    })
    return exitCode === 0 ? joinOutput(stdout) : undefined
  }
}
