// A query of a few characters can take all time and memory there is, so it runs in a thread that can be ended.
import { parentPort, workerData } from 'node:worker_threads'
import { search } from '@jmespath-community/jmespath'
import { parseOutput } from './parse-output.ts'
import type { QueryAnswer, QueryRequest } from './run-query.ts'

function answer({ text, query }: QueryRequest): QueryAnswer {
  const value = parseOutput(text)
  if (value === undefined) return { fault: 'not-json' }
  try {
    const selected = search(withoutPrototypes(value) as Parameters<typeof search>[0], query)
    return { json: JSON.stringify(selected) ?? 'null' }
  } catch (error) {
    return { fault: 'failed', message: error instanceof Error ? error.message : String(error) }
  }
}

/** The library looks up names in the prototype too: `constructor` would be in every object. */
function withoutPrototypes(value: unknown): unknown {
  const open = [value]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue
    if (!Array.isArray(next)) Object.setPrototypeOf(next, null)
    for (const inner of Object.values(next)) if (typeof inner === 'object') open.push(inner)
  }
  return value
}

parentPort?.postMessage(answer(workerData as QueryRequest))
