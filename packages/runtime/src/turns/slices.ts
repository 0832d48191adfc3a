import { nextTurn } from './next-turn.ts'

/** Milliseconds of work between two turns of the event loop. */
const sliceMs = 8

/**
 * Splits a long loop into slices: `due` tells whether the current slice is used up, and `pause` awaits the next turn. A
 * loop does `if (slices.due()) await slices.pause()`, which is free while it is fast.
 */
interface Slices {
  due(): boolean
  pause(): Promise<void>
}

export function createSlices(): Slices {
  let end = performance.now() + sliceMs
  return {
    due: () => performance.now() >= end,
    async pause() {
      await nextTurn()
      end = performance.now() + sliceMs
    },
  }
}
