import { openSync, readdirSync, readFileSync } from 'node:fs'

/** What we were started with does not change; native code of a host may still open more. */
const freshMs = 1000

let known: { at: number; descriptors: readonly number[] } | undefined
/** A pipe, a descriptor of this process, or nothing. */
export type ExtraStdio = 'pipe' | 'ignore' | number

const firstExtra = 3
let nothing: number | undefined

/**
 * Descriptors of a child from 3 on, for `stdio` of `spawn`: `own`, and nothing else of this process. Those that would pass, as
 * some that our caller had open do, lead to `/dev/null`: Node marks only the first sixteen to be closed.
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

/** macOS closes them for every child, and Windows passes none. */
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
    // That of the listing itself, which is closed by now.
    return false
  }
}
