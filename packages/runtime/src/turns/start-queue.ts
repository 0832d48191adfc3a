import { availableParallelism } from 'node:os'
import { CanceledError } from '@cli-apps/core'
import { nextTurn } from './next-turn.ts'

/** A slot among the starting programs, freed by `leave`, or shortly after `started`. */
export interface StartPlace {
  started(): void
  leave(): void
}

interface StartQueue {
  /**
   * Waits for a slot, in the order of the calls. Throws `CanceledError` `run.canceled` if the signal is aborted first.
   */
  enter(name: string, signal: AbortSignal): Promise<StartPlace>
}

/** How long a program counts as starting, in milliseconds; long-running ones must not block others. */
const settleMs = 100

/** Limits the number of programs that are starting. A program that ends quickly counts until its end. */
export function createStartQueue(limit = 2 * Math.max(2, availableParallelism())): StartQueue {
  const waiting = new Set<() => void>()
  let starting = 0

  function admit(): void {
    const [next] = waiting
    if (next === undefined || starting >= limit) return
    waiting.delete(next)
    starting++
    next()
  }

  function place(): StartPlace {
    let timer: NodeJS.Timeout | undefined
    let isLeft = false
    const leave = (): void => {
      clearTimeout(timer)
      if (isLeft) return
      isLeft = true
      starting--
      admit()
    }
    return {
      leave,
      started() {
        timer ??= setTimeout(leave, settleMs).unref()
      },
    }
  }

  return {
    async enter(name, signal) {
      let admitted = false
      await new Promise<void>((resolve) => {
        const enter = (): void => {
          admitted = true
          signal.removeEventListener('abort', giveUp)
          resolve()
        }
        const giveUp = (): void => {
          waiting.delete(enter)
          resolve()
        }
        waiting.add(enter)
        if (signal.aborted) giveUp()
        else signal.addEventListener('abort', giveUp, { once: true })
        admit()
      })
      const own = admitted ? place() : undefined
      if (own !== undefined) await nextTurn()
      if (own !== undefined && !signal.aborted) return own
      own?.leave()
      throw new CanceledError('run.canceled', `${name} was canceled before it began.`)
    },
  }
}

/** The queue of this process, shared by all its runtimes because they share one event loop. */
export const programStarts = createStartQueue()
