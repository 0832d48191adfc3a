import { existsSync, readFileSync } from 'node:fs'
import type { AppRoot } from './app-root.ts'

/** Where a root shows what starts its program on a terminal: no package has a file there. */
const folder = '/.cli-apps'

/** What stands before a program's argv, and what has to be shown in its root for that. */
interface TerminalStarter {
  argv: readonly string[]
  binds: AppRoot['binds']
}

/**
 * Returns what makes standard input the controlling terminal of a program in a root, which need not have `setsid` itself: that of
 * this machine, with the loader and the C library that this process runs with too. `undefined` where these are not found.
 */
export function findTerminalStarter(): TerminalStarter | undefined {
  const setsid = ['/usr/bin/setsid', '/bin/setsid'].find((file) => existsSync(file))
  const mapped = process.platform === 'linux' ? mappedLibraries() : []
  const loader = mapped.find((file) => /\/ld-[^/]*\.so(\.\d+)*$/.test(file))
  const library = mapped.find((file) => /\/libc\.so\.6$/.test(file)) ?? loader
  if (setsid === undefined || loader === undefined || library === undefined) return undefined
  const [start, tool, libraries] = [`${folder}/loader`, `${folder}/setsid`, `${folder}/lib`]
  const binds = [
    { from: loader, at: start },
    { from: setsid, at: tool },
    { from: library, at: `${libraries}/libc.so.6` },
  ]
  return { argv: [start, '--library-path', libraries, tool, '-c'], binds }
}

/** Files that this process has mapped, among them its loader and libraries. */
const mappedLibraries = (): string[] => [
  ...new Set(
    readFileSync('/proc/self/maps', 'utf8')
      .split('\n')
      .flatMap((line) => /\s(\/[^\n]*\.so[^\n]*)$/.exec(line)?.[1] ?? []),
  ),
]
