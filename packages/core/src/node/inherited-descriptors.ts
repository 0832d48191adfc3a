import { openSync, readdirSync, readFileSync } from 'node:fs'

/** Inherited descriptors do not change, but native code of a host may open more. */
const freshMs = 1000

let known: { at: number; descriptors: readonly number[] } | undefined
/** A pipe, a descriptor of this process, or nothing. */
export type ExtraStdio = 'pipe' | 'ignore' | number

const firstExtra = 3
let nothing: number | undefined

/**
 * Returns a child's descriptors from 3 on for the `stdio` of `spawn`: `own`, and no others of this process. Other
 * inheritable ones, such as those our parent had open, are mapped to `/dev/null`: Node marks only the first sixteen as
 * close-on-exec.
 */
export function extraStdio(own: readonly ExtraStdio[] = []): ExtraStdio[] {
  const all = [...own]
  for (const descriptor of passingDescriptors()) {
    const index = descriptor - firstExtra
    while (all.length <= index) all.push('ignore')
    if (all[index] === 'ignore') all[index] = nothing ??= openSync('/dev/null', 'r')
  }
  return all
}

/** Called when native code has opened descriptors that no child may get. */
export function rereadDescriptors(): void {
  known = undefined
}

/** macOS closes them for every child, and Windows inherits none. */
function passingDescriptors(): readonly number[] {
  if (process.platform !== 'linux') return []
  if (known === undefined || performance.now() - known.at > freshMs)
    known = { at: performance.now(), descriptors: readPassing() }
  return known.descriptors
}

function readPassing(): number[] {
  try {
    return readdirSync('/proc/self/fd')
      .map(Number)
      .filter((descriptor) => descriptor >= firstExtra && passes(descriptor))
  } catch {
    return []
  }
}

const closeOnExec = 0o2000000

function passes(descriptor: number): boolean {
  try {
    const flags = /^flags:\s+([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'latin1'))?.[1]
    return flags !== undefined && (Number.parseInt(flags, 8) & closeOnExec) === 0
  } catch {
    // The listing's own descriptor, which is closed by now.
    return false
  }
}
