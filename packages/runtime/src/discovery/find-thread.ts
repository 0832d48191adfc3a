import { randomUUID } from 'node:crypto'
import type { Worker } from 'node:worker_threads'
import { ProcessError, UnavailableError } from '@cli-apps/core'
import { type HelperProgram, helperProgram, startThread } from '../helper-program.ts'
import { createFindPlace } from './find-place.ts'
import type { FindAnswer, FindInPlace, FindMessage, FindPlace } from './find-request.ts'
import type { FindResult } from './find-result.ts'

/** Searches one workspace in a separate thread. */
export interface FindThread {
  find: FindInPlace
  close(): void
}

interface Waiting {
  resolve(result: FindResult): void
  reject(error: unknown): void
}

interface OpenWorker {
  worker: Worker
  waiting: Map<number, Waiting>
  /** Workspaces that the thread knows. */
  places: Set<string>
}

/** A thread idle for this long ends; the next query starts a new one. */
const idleMs = 300_000

let open: OpenWorker | undefined
let idle: NodeJS.Timeout | undefined
let lastId = 0

/** Starts the thread on the first query. If a bundler left its file behind, queries run in the host's thread. */
export function openFindThread(settings: FindPlace): FindThread {
  const place = randomUUID()
  const program = helperProgram('discovery/find-worker')
  if (program === undefined) return { find: createFindPlace(settings), close: () => {} }
  return {
    find(query, options, sources) {
      open ??= startWorker(program)
      const to = open
      if (!to.places.has(place)) send(to, { kind: 'open', place, settings })
      to.places.add(place)
      const id = ++lastId
      return new Promise((resolve, reject) => {
        to.waiting.set(id, { resolve, reject })
        keep(to)
        send(to, { kind: 'find', place, id, query, options, sources })
      })
    },
    close() {
      if (open?.places.delete(place)) send(open, { kind: 'close', place })
    },
  }
}

const send = ({ worker }: OpenWorker, message: FindMessage): void => worker.postMessage(message)

function startWorker(program: HelperProgram): OpenWorker {
  const worker = startThread(program)
  const started: OpenWorker = { worker, waiting: new Map(), places: new Set() }
  const drop = (cause?: unknown): void => {
    if (open === started) open = undefined
    for (const { reject } of started.waiting.values()) reject(ended(cause))
    started.waiting.clear()
  }
  worker.on('message', (answer: FindAnswer) => {
    const asked = started.waiting.get(answer.id)
    started.waiting.delete(answer.id)
    keep(started)
    if ('result' in answer) asked?.resolve(answer.result)
    else asked?.reject(failed(answer.error))
  })
  worker.on('error', drop)
  worker.on('exit', () => drop())
  worker.unref()
  return started
}

/** A query keeps the process alive until it is answered; the idle thread does not. */
function keep({ worker, waiting }: OpenWorker): void {
  clearTimeout(idle)
  if (waiting.size > 0) worker.ref()
  else {
    worker.unref()
    idle = setTimeout(() => void worker.terminate(), idleMs).unref()
  }
}

const failed = ({ code, message, hint }: Extract<FindAnswer, { error: unknown }>['error']): ProcessError =>
  new ProcessError(code, message, { ...(hint !== undefined && { hint }) })

const ended = (cause: unknown): UnavailableError =>
  new UnavailableError('find.ended', 'The thread that finds apps ended.', { hint: 'Try again.', cause })
