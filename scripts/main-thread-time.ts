import { readFileSync } from 'node:fs'

const mainThread = `/proc/self/task/${process.pid}/schedstat`

/** CPU time of the main thread so far, in milliseconds; NaN if Linux does not report it. */
function mainThreadMs(): number {
  try {
    return Number(readFileSync(mainThread, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return Number.NaN
  }
}

export interface MainThreadWatch {
  /** The most CPU time between two ticks since the last reset, in milliseconds; independent of other load. */
  busiest(): number
  reset(): void
  stop(): void
}

/** Measures how long work blocks the event loop, not counting time in which the machine ran other programs. */
export function watchMainThread(): MainThreadWatch {
  let most = 0
  let before = mainThreadMs()
  const timer = setInterval(() => {
    const now = mainThreadMs()
    most = Math.max(most, now - before)
    before = now
  }, 1)
  return {
    busiest: () => most,
    reset() {
      most = 0
      before = mainThreadMs()
    },
    stop: () => clearInterval(timer),
  }
}
