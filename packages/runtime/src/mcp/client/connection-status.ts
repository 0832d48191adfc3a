/** `waiting`: unreachable, will be retried; `failed`: its declaration cannot work, or nobody has logged in. */
export type McpServerState = 'connecting' | 'ready' | 'waiting' | 'failed' | 'closed'

/** A server that was ready for so long could be used: its next problem is reported again. */
const usedMs = 60_000

/** The state of a connection, and whoever waits for the next one. */
export interface ConnectionStatus {
  state(): McpServerState
  problem(): string | undefined
  /** A closed connection stays closed. */
  become(next: McpServerState, why?: string): void
  /** Resolves when the state changes, time is up, or the call is canceled. */
  changed(ms: number, signal: AbortSignal): Promise<void>
  /** Resolves when it is not connecting, or time is up. */
  whenSettled(ms: number): Promise<void>
}

/** `onProblem` is called when the server cannot be used, and again only after it could be used for a minute. */
export function createStatus(onProblem: (problem: string) => void): ConnectionStatus {
  let state: McpServerState = 'connecting'
  let isReported = false
  let readyAt = 0
  let problem: string | undefined
  const waiting = new Set<() => void>()
  const changed = (ms: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer)
        waiting.delete(wake)
        signal.removeEventListener('abort', wake)
        resolve()
      }
      const timer = setTimeout(wake, ms)
      waiting.add(wake)
      signal.addEventListener('abort', wake)
    })
  return {
    state: () => state,
    problem: () => problem,
    become(next, why) {
      if (state === 'closed') return
      if (state === 'ready' && Date.now() - readyAt > usedMs) isReported = false
      if (next === 'ready') readyAt = Date.now()
      state = next
      problem = why
      for (const wake of [...waiting]) wake()
      if (isReported || why === undefined || (next !== 'waiting' && next !== 'failed')) return
      isReported = true
      onProblem(why)
    },
    changed,
    async whenSettled(ms) {
      const { signal } = new AbortController()
      const deadline = Date.now() + ms
      while (state === 'connecting' && Date.now() < deadline) await changed(deadline - Date.now(), signal)
    },
  }
}
