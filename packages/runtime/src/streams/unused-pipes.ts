import { closeSync, openSync } from 'node:fs'

/** Linux's `O_PATH`: names a file without being a reader or writer of it; Node has no name for it. */
const pathOnly = 0o10000000

/** As many as one call can need. */
export const mostKept = 7

/** Pipes without a name, by descriptors that keep them and nothing else. Making one takes a process, opening it does not. */
const kept: number[] = []

/** Keeps a new pipe of that name for a later run; on Linux only. Has no effect when there are enough. */
export function keepUnused(name: string): void {
  if (kept.length < mostKept) kept.push(openSync(name, pathOnly))
}

/** A pipe that no program has had. */
interface UnusedPipe {
  /** To open it by. */
  name: string
  /** Lets go of it; called when it is open. */
  release(): void
}

/**
 * Takes at most `count` pipes. Each is given out once: a program can keep a descriptor to a pipe of its run that nobody
 * can see, and with that read what a later run passes through the same pipe.
 */
export const takeUnused = (count: number): UnusedPipe[] =>
  kept.splice(0, count).map((descriptor) => ({
    name: `/proc/self/fd/${descriptor}`,
    release: () => closeSync(descriptor),
  }))
