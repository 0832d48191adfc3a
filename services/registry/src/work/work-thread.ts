import { parentPort } from 'node:worker_threads'
import { isAppError, type Problem, toProblem } from '@cli-apps/core'
import { type TaskName, tasks } from './tasks.ts'

export interface TaskOrder {
  name: TaskName
  input: unknown
}

/** What a thread answers: the value, or the error as it would go over the wire. */
export type TaskAnswer = { value: unknown } | { problem: Problem } | { failure: unknown }

/** Once the code is loaded: from then on a task counts its time. */
parentPort?.postMessage('ready')
parentPort?.on('message', async ({ name, input }: TaskOrder) => {
  const post = (answer: TaskAnswer): void => parentPort?.postMessage(answer)
  try {
    post({ value: await (tasks[name] as (input: unknown) => Promise<unknown>)(input) })
  } catch (error) {
    post(isAppError(error) ? { problem: toProblem(error) } : { failure: error })
  }
})
