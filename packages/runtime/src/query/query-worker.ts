// A query of a few characters can take all time and memory there is, so it runs in a thread that can be ended.
import { parentPort, workerData } from 'node:worker_threads'
import { search } from '@jmespath-community/jmespath'
import { parseOutput } from './parse-output.ts'
import type { QueryAnswer, QueryRequest } from './run-query.ts'

function answer({ text, query }: QueryRequest): QueryAnswer {
  const value = parseOutput(text)
  if (value === undefined) return { fault: 'not-json' }
  try {
    // A name such as `constructor` selects what is no JSON.
    return { json: JSON.stringify(search(value as Parameters<typeof search>[0], query)) ?? 'null' }
  } catch (error) {
    return { fault: 'failed', message: error instanceof Error ? error.message : String(error) }
  }
}

parentPort?.postMessage(answer(workerData as QueryRequest))
