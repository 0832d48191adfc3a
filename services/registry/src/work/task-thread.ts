import type { Worker } from 'node:worker_threads'
import { fromProblem, LimitError } from '@cli-apps/core'
import type { TaskName } from './tasks.ts'
import type { TaskAnswer, TaskOrder } from './work-thread.ts'

/** A task with the callbacks that settle it. */
export interface Task {
  name: TaskName
  input: unknown
  resolve: (value: never) => void
  reject: (error: unknown) => void
}

/** A thread that runs one task at a time. */
export interface TaskThread {
  isIdle(): boolean
  /** Starts a task; the thread must be idle. */
  run(task: Task): void
  terminate(): Promise<unknown>
}

interface TaskThreadOptions {
  /** Maximum milliseconds per task, not counting the loading of code. */
  limitMs: number
  /** Called after each task. */
  onIdle: () => void
  /** Called when the thread has ended because of an error or a task that took too long. */
  onEnd: () => void
}

/** Wraps a worker, which may still be loading its code, as a thread for tasks. */
export function openTaskThread(worker: Worker, { limitMs, onIdle, onEnd }: TaskThreadOptions): TaskThread {
  let isReady = false
  let task: Task | undefined
  let timer: NodeJS.Timeout | undefined

  const finish = (): Task | undefined => {
    const finished = task
    clearTimeout(timer)
    task = undefined
    worker.unref()
    return finished
  }
  const end = (error: unknown): void => {
    finish()?.reject(error)
    void worker.terminate()
    onEnd()
  }
  const limit = (): void => {
    timer = setTimeout(() => end(tooLong(limitMs)), limitMs)
  }
  worker.on('message', (answer: TaskAnswer | 'ready') => {
    if (answer === 'ready') {
      isReady = true
      if (task !== undefined) limit()
      return
    }
    const finished = finish()
    if ('value' in answer) finished?.resolve(answer.value as never)
    else finished?.reject('problem' in answer ? fromProblem(answer.problem) : answer.failure)
    onIdle()
  })
  worker.on('error', (error) => end(endedBy(error)))
  return {
    isIdle: () => task === undefined,
    run: (next) => {
      task = next
      worker.ref()
      if (isReady) limit()
      worker.postMessage({ name: next.name, input: next.input } satisfies TaskOrder)
    },
    terminate: () => worker.terminate(),
  }
}

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
