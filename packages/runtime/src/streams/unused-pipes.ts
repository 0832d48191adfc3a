import { closeSync, constants, openSync, readSync } from 'node:fs'
import { hasCode } from '@cli-apps/core/node'

/** Linux's `O_PATH`: names a file without being a reader or writer of it; Node has no name for it. */
const pathOnly = 0o10000000

/** As many as one call can need. */
const mostKept = 7

/** Pipes without a name, by descriptors that keep them and nothing else. Making one takes a process, opening it again does not. */
const kept = new Set<number>()

/** Keeps the pipe of that name for later runs; on Linux only. */
export function keepForReuse(name: string): void {
  if (process.platform === 'linux' && kept.size < mostKept) kept.add(openSync(name, pathOnly))
}

/** Returns paths of at most `count` pipes that no process has open, to be opened before the next turn of the event loop. */
export function takeUnused(count: number): string[] {
  const unused: string[] = []
  for (const descriptor of kept) {
    if (unused.length >= count) break
    const name = `/proc/self/fd/${descriptor}`
    if (hasReader(name)) continue
    if (isEmpty(name)) unused.push(name)
    else {
      // A program of an earlier run still has it: what it writes must never reach another run.
      kept.delete(descriptor)
      closeSync(descriptor)
    }
  }
  return unused
}

/** Opening a pipe for writing fails where nobody reads. */
function hasReader(name: string): boolean {
  try {
    closeSync(openSync(name, constants.O_WRONLY | constants.O_NONBLOCK))
    return true
  } catch (error) {
    if (hasCode(error, 'ENXIO')) return false
    throw error
  }
}

/** Reading gives nothing where nobody writes, and fails with `EAGAIN` where somebody may. */
function isEmpty(name: string): boolean {
  const descriptor = openSync(name, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    return readSync(descriptor, Buffer.alloc(1)) === 0
  } catch (error) {
    if (hasCode(error, 'EAGAIN')) return false
    throw error
  } finally {
    closeSync(descriptor)
  }
}
