// A registry with the whole catalog, which reports the longest delays of its event loop.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { watchMainThread } from '../main-thread-time.ts'
import { startCatalogServer } from './catalog-server.ts'

/** The longest that the event loop was held, in milliseconds: sent on each request for it. */
export interface LoopDelay {
  /** By the clock, with the time in which the machine ran other programs. */
  longest: number
  /** Processor time of the main thread between two ticks: the same on a busy machine. NaN where Linux does not say it. */
  busiest: number
}

const deps = await startCatalogServer()
const delays = monitorEventLoopDelay({ resolution: 1 })
delays.enable()
const watch = watchMainThread()
process.on('message', (asked) => {
  if (asked === 'reset') {
    deps.changed()
    delays.reset()
    watch.reset()
  }
  process.send?.({ longest: delays.max / 1e6, busiest: watch.busiest() } satisfies LoopDelay)
})
