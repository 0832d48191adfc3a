import { realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { cleanEnvironment, findProgram, isInside, joinOutput, namesIn, runProcess } from '@cli-apps/core/node'
import { programFile, programPrefixes } from './program-prefixes.ts'

/** Wide enough that no description is wrapped. */
const width = '1000'
const sections = '1:6:8'

interface ManualPagesOptions {
  environment: NodeJS.ProcessEnv
  signal: AbortSignal
}

/**
 * Reads the manual pages of a program, those next to it first. Returns `undefined` for a missing page, for the page of
 * another program of the same name, and without `man`.
 */
export function manualPages(
  argv: readonly string[],
  { environment, signal }: ManualPagesOptions,
): (page: string) => Promise<string | undefined> {
  // The pages beside the first one: those of the program's commands are there too, and man takes long to find each.
  let pages: readonly string[] | undefined
  return async (page) => {
    const man = await findProgram('man', environment)
    if (man === undefined || !/^[\w.+-]{1,80}$/.test(page) || page.startsWith('-')) return undefined
    if (pages !== undefined && !pages.some((name) => name.startsWith(`${page}.`))) return undefined
    const clean = cleanEnvironment(environment)
    const beside = argv.filter(path.isAbsolute).map((file) => path.dirname(file))
    const env = {
      ...clean,
      PATH: [...new Set(beside), clean.PATH ?? ''].join(path.delimiter),
      MANPAGER: 'cat',
      MANWIDTH: width,
      MANOPT: ['--no-hyphenation', '--no-justification'].join(' '),
    }
    const ask = async (...args: readonly string[]): Promise<string | undefined> => {
      const { stdout, exitCode } = await runProcess([man, ...args, '-s', sections, page], {
        cwd: tmpdir(),
        env,
        signal,
        timeout: 15_000,
      })
      return exitCode === 0 ? joinOutput(stdout) : undefined
    }
    if (pages === undefined) {
      const [file = ''] = (await ask('-w'))?.split('\n', 1) ?? []
      if (!(await isOwnPage(file, { page, argv, environment }))) return undefined
      pages = await namesIn(path.dirname(file)).catch(() => [])
    }
    return ask()
  }
}

/** Whether a page lies below the program's prefix, or PATH has this very program under the page's name. */
async function isOwnPage(
  file: string,
  { page, argv, environment }: { page: string; argv: readonly string[]; environment: NodeJS.ProcessEnv },
): Promise<boolean> {
  const program = programFile(argv)
  if (!path.isAbsolute(file) || program === undefined) return false
  const real = await realPath(file)
  const prefixes = await programPrefixes(program)
  if (prefixes.some((prefix) => isInside(prefix, file) || isInside(prefix, real))) return true
  const found = await findProgram(page, environment)
  return found !== undefined && (await realPath(found)) === (await realPath(program))
}

const realPath = (file: string): Promise<string> => realpath(file).catch(() => file)
