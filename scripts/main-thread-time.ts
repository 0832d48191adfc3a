import { readFileSync } from 'node:fs'

const mainThread = `/proc/self/task/${process.pid}/schedstat`

/** Processor time of the main thread so far, in milliseconds; NaN where Linux does not say it. */
function mainThreadMs(): number {
  try {
    return Number(readFileSync(mainThread, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return Number.NaN
  }
}

export interface MainThreadWatch {
  /** The most processor time between two ticks since the last reset, in milliseconds: the same on a busy machine. */
  busiest(): number
  reset(): void
  stop(): void
}

/** Watches how long the event loop is held by work, without the time in which the machine ran other programs. */
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
