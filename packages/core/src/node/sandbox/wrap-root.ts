import { readdirSync } from 'node:fs'
import path from 'node:path'
import { isInside } from '../files.ts'
import { type AppRoot, argvInRoot } from './app-root.ts'
import { orderMounts } from './guard/mounts.ts'
import { rootMounts } from './wrap-bubblewrap.ts'

/** A root in which a program runs without being isolated, and bubblewrap, which assembles it. */
export interface OpenRoot {
  /** Absolute path of bubblewrap. */
  program: string
  root: AppRoot
  /** Folders that the program works in, even below a folder of the root. */
  places: readonly string[]
}

/**
 * Returns the argv that runs `argv` in its root and isolates nothing else: all other folders of this machine are as they are
 * outside, and so are processes, network and devices.
 */
export function wrapRoot(
  argv: readonly string[],
  { program, root, places }: OpenRoot,
  cwd: string,
): string[] {
  const taken = [...root.binds, ...root.links].map(({ at }) => at)
  const isTaken = (at: string): boolean => taken.some((one) => one === at || isInside(at, one))
  const machine = readdirSync('/', { withFileTypes: true })
    .map((entry) => ({ at: path.join('/', entry.name), entry }))
    .filter(({ at, entry }) => entry.isDirectory() && !isTaken(at))
  const shown = [...new Set([...machine.map(({ at }) => at), ...places, cwd])]
  const mounts = orderMounts([
    ...rootMounts(root),
    ...shown.map((at) => ({ at, kind: 'writable' as const, args: ['--dev-bind', at, at] })),
  ])
  return [
    program,
    '--die-with-parent',
    ...mounts.flatMap(({ args }) => args),
    ...root.links.flatMap(({ at, to }) => ['--symlink', to, at]),
    ...['--chdir', cwd, '--'],
    ...argvInRoot(argv, root),
  ]
}
