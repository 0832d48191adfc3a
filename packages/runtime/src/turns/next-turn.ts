const waiting: (() => void)[] = []
let isScheduled = false

/**
 * Resolves in a later turn of the event loop, one caller per turn and in the order of the calls. Work of a few milliseconds
 * that many calls do for themselves waits here first, so that the host's timers and sockets are served in between.
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
  // Node runs an immediate that was set by another one in the next turn.
  setImmediate(() => {
    isScheduled = false
    waiting.shift()?.()
    if (waiting.length > 0) schedule()
  })
}
