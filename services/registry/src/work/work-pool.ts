import { availableParallelism } from 'node:os'
import type { Worker } from 'node:worker_threads'
import { UnavailableError } from '@cli-apps/core'
import { startWorkThread } from './start-work-thread.ts'
import { openTaskThread, type Task, type TaskThread } from './task-thread.ts'
import type { TaskName, Tasks } from './tasks.ts'

export interface WorkPoolOptions {
  threads: number
  /** How many tasks may wait; further ones are refused. */
  maxWaiting: number
  /** Maximum milliseconds per task, not counting the loading of code. */
  limitMs: number
  start?: () => Worker
}

/** A few threads for work that would block the event loop, started on first use. */
export interface WorkPool {
  /**
   * Runs a task. Throws the task's error, `UnavailableError` `server.busy` when too many tasks wait, and `LimitError`
   * `work.too-long` or `work.too-large` for a task that was aborted.
   */
  run<Name extends TaskName>(
    name: Name,
    input: Parameters<Tasks[Name]>[0],
  ): Promise<Awaited<ReturnType<Tasks[Name]>>>
  /** Starts a thread and loads its code ahead of the first task. */
  warm(): void
  close(): Promise<void>
}

export function createWorkPool({
  threads: most,
  maxWaiting,
  limitMs,
  start = startWorkThread,
}: WorkPoolOptions): WorkPool {
  const threads = new Set<TaskThread>()
  const waiting: Task[] = []
  const add = (): TaskThread => {
    const thread: TaskThread = openTaskThread(start(), {
      limitMs,
      onIdle: () => next(),
      onEnd: () => {
        threads.delete(thread)
        next()
      },
    })
    threads.add(thread)
    return thread
  }
  const next = (): void => {
    const idle = [...threads].find((thread) => thread.isIdle())
    if (waiting.length === 0 || (idle === undefined && threads.size >= most)) return
    const thread = idle ?? add()
    thread.run(waiting.shift() as Task)
  }
  return {
    run: (name, input) =>
      new Promise<never>((resolve, reject) => {
        if (waiting.length >= maxWaiting) return reject(busy())
        waiting.push({ name, input, resolve, reject })
        next()
      }),
    warm: () => {
      if (threads.size === 0) add()
    },
    close: async () => {
      for (const task of waiting.splice(0)) task.reject(busy())
      await Promise.all([...threads].map((thread) => thread.terminate()))
      threads.clear()
    },
  }
}

/** The pool of this process, shared by all open databases because threads are a resource of the machine. */
export const workPool = createWorkPool({
  threads: Math.min(4, Math.max(1, availableParallelism() - 1)),
  maxWaiting: 200,
  limitMs: 30_000,
})

const busy = (): UnavailableError =>
  new UnavailableError('server.busy', 'The server is overloaded.', { hint: 'Try again in a minute.' })
