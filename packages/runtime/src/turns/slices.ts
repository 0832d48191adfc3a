import { nextTurn } from './next-turn.ts'

/** Milliseconds of work between two turns of the event loop. */
const sliceMs = 8

/**
 * Cuts a long loop into slices: `due` says when the current slice is used up, and `pause` waits for the next turn.
 * A loop does `if (slices.due()) await slices.pause()`, which costs nothing while it is quick.
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
