// One thread for all runtimes of a process: reading and ranking hundreds of apps would block the host's event loop.
import { parentPort } from 'node:worker_threads'
import { toErrorReport } from '@cli-apps/core'
import { createFindPlace } from './find-place.ts'
import type { FindAnswer, FindInPlace, FindMessage } from './find-request.ts'

const places = new Map<string, FindInPlace>()

parentPort?.on('message', (message: FindMessage) => {
  if (message.kind === 'open') places.set(message.place, createFindPlace(message.settings))
  else if (message.kind === 'close') places.delete(message.place)
  else void answer(message).then((found) => parentPort?.postMessage(found))
})

async function answer(message: Extract<FindMessage, { kind: 'find' }>): Promise<FindAnswer> {
  const { id, place, query, options, sources } = message
  try {
    const find = places.get(place)
    if (find === undefined) throw new Error(`The place ${place} is not open.`)
    return { id, result: await find(query, options, sources) }
  } catch (error) {
    return { id, error: toErrorReport(error) }
  }
}
