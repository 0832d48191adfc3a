import { parentPort } from 'node:worker_threads'
import { isAppError, type Problem, toProblem } from '@cli-apps/core'
import { type TaskName, tasks } from './tasks.ts'

export interface TaskOrder {
  name: TaskName
  input: unknown
}

/** A thread's answer: the value, or the error in serializable form. */
export type TaskAnswer = { value: unknown } | { problem: Problem } | { failure: unknown }

/** Sent once the code is loaded; from then on the time limit of tasks applies. */
parentPort?.postMessage('ready')
parentPort?.on('message', async ({ name, input }: TaskOrder) => {
  const post = (answer: TaskAnswer): void => parentPort?.postMessage(answer)
  try {
    post({ value: await (tasks[name] as (input: unknown) => Promise<unknown>)(input) })
  } catch (error) {
    post(isAppError(error) ? { problem: toProblem(error) } : { failure: error })
  }
})
