const waiting: (() => void)[] = []
let isScheduled = false

/**
 * Resolves in a later turn of the event loop, one caller per turn, in order. Calls with a few milliseconds of work
 * await it first, so that the host's timers and sockets are served in between.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    schedule()
  })
}

function schedule(): void {
  if (isScheduled) return
  isScheduled = true
  // Node runs an immediate set by another one in the next turn.
  setImmediate(() => {
    isScheduled = false
    waiting.shift()?.()
    if (waiting.length > 0) schedule()
  })
}
