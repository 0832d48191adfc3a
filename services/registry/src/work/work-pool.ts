import { availableParallelism } from 'node:os'
import type { Worker } from 'node:worker_threads'
import { fromProblem, LimitError, UnavailableError } from '@cli-apps/core'
import { startThread } from './start-thread.ts'
import type { TaskName, Tasks } from './tasks.ts'
import type { TaskAnswer, TaskOrder } from './work-thread.ts'

export interface WorkPoolOptions {
  threads: number
  /** How many tasks may wait; more are refused. */
  maxWaiting: number
  /** The longest that one task may take, without the loading of its code. */
  limitMs: number
  start?: () => Worker
}

/** A few threads for work that would hold the event loop, started when they are first needed. */
export interface WorkPool {
  /**
   * Runs a task. Throws what it throws, `UnavailableError` `server.busy` when too many wait, `LimitError` `work.too-long` and
   * `work.too-large` for one that was ended.
   */
  run<Name extends TaskName>(
    name: Name,
    input: Parameters<Tasks[Name]>[0],
  ): Promise<Awaited<ReturnType<Tasks[Name]>>>
  /** Loads the code of a first thread ahead of its first task. */
  warm(): void
  close(): Promise<void>
}

interface Task {
  name: TaskName
  input: unknown
  resolve: (value: never) => void
  reject: (error: unknown) => void
}

interface Thread {
  worker: Worker
  isReady: boolean
  task?: Task | undefined
  timer?: NodeJS.Timeout | undefined
}

export function createWorkPool({
  threads: most,
  maxWaiting,
  limitMs,
  start = startThread,
}: WorkPoolOptions): WorkPool {
  const threads = new Set<Thread>()
  const waiting: Task[] = []
  let lastId = 0

  const finish = (thread: Thread): Task | undefined => {
    const { task } = thread
    clearTimeout(thread.timer)
    thread.task = undefined
    thread.worker.unref()
    return task
  }
  const end = (thread: Thread, error: unknown): void => {
    threads.delete(thread)
    finish(thread)?.reject(error)
    void thread.worker.terminate()
    next()
  }
  const limit = (thread: Thread): void => {
    thread.timer = setTimeout(() => end(thread, tooLong(limitMs)), limitMs)
  }
  const add = (): Thread => {
    const thread: Thread = { worker: start(), isReady: false }
    thread.worker.on('message', (answer: TaskAnswer | 'ready') => {
      if (answer === 'ready') {
        thread.isReady = true
        if (thread.task !== undefined) limit(thread)
        return
      }
      const task = finish(thread)
      if ('value' in answer) task?.resolve(answer.value as never)
      else task?.reject('problem' in answer ? fromProblem(answer.problem) : answer.failure)
      next()
    })
    thread.worker.on('error', (error) => end(thread, endedBy(error)))
    threads.add(thread)
    return thread
  }
  const next = (): void => {
    const idle = [...threads].find(({ task }) => task === undefined)
    if (waiting.length === 0 || (idle === undefined && threads.size >= most)) return
    const task = waiting.shift() as Task
    const thread = idle ?? add()
    thread.task = task
    thread.worker.ref()
    if (thread.isReady) limit(thread)
    thread.worker.postMessage({ id: ++lastId, name: task.name, input: task.input } satisfies TaskOrder)
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
      await Promise.all([...threads].map(({ worker }) => worker.terminate()))
      threads.clear()
    },
  }
}

/** The pool of this process: threads are of the machine, whatever databases it has open. */
export const workPool = createWorkPool({
  threads: Math.min(4, Math.max(1, availableParallelism() - 1)),
  maxWaiting: 200,
  limitMs: 30_000,
})

const busy = (): UnavailableError =>
  new UnavailableError('server.busy', 'The server is overloaded.', { hint: 'Try again in a minute.' })

const tooLong = (limitMs: number): LimitError =>
  new LimitError('work.too-long', `The check takes more than ${limitMs / 1000} seconds.`, {
    hint: 'Shorten it and send it again.',
  })

const endedBy = (error: unknown): unknown =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? new LimitError('work.too-large', 'The check needs too much memory.', {
        hint: 'Shorten it and send it again.',
        cause: error,
      })
    : error
