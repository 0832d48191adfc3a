import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { ListenNews } from './catalog-server.ts'
import { type HostileRequest, hostileRequests } from './hostile-requests.ts'
import type { LoopDelay } from './loop-server.ts'

const rounds = 3
/** Maximum delay of a request; the table marks longer ones. */
const limitMs = 50

interface LoopRow {
  status: number | string
  /** Over all rounds. */
  'delay ms': number
  'cpu ms': number
  'answer ms': number
  over: string
}

/**
 * Sends each hostile and each cold request separately to a running server, and measures how long it blocks the event
 * loop.
 */
export async function measureEventLoop(databaseUrl: string, only: RegExp): Promise<Record<string, LoopRow>> {
  const server = fork(fileURLToPath(new URL('loop-server.ts', import.meta.url)), [databaseUrl])
  try {
    const [{ port }] = (await once(server, 'message')) as [ListenNews]
    // The very first request loads code.
    await send(port, { name: 'health', path: '/healthz' })
    const idle = { name: 'idle', path: '/healthz' }
    const rows: Record<string, LoopRow> = {}
    for (const request of [idle, ...hostileRequests.filter(({ name }) => only.test(name))])
      rows[request.name] = await measure(server, port, request)
    return rows
  } finally {
    server.kill('SIGKILL')
  }
}

async function measure(server: ChildProcess, port: number, request: HostileRequest): Promise<LoopRow> {
  const held: LoopDelay = { longest: 0, busiest: 0 }
  let status: number | string = ''
  let answerMs = 0
  for (let round = 0; round < rounds; round++) {
    await ask(server, 'reset')
    // A delay is measured from the previous tick, so one must have happened.
    await sleep(20)
    const started = performance.now()
    status = await send(port, request)
    answerMs = Math.max(answerMs, performance.now() - started)
    // Follow-up work, such as a timer or a late compression, counts too.
    await sleep(20)
    const { longest, busiest } = await ask(server, 'delay')
    held.longest = Math.max(held.longest, longest)
    held.busiest = Math.max(held.busiest, busiest)
  }
  return {
    status,
    'delay ms': Number(held.longest.toFixed(1)),
    'cpu ms': Number(held.busiest.toFixed(1)),
    'answer ms': Math.round(answerMs),
    over: held.busiest > limitMs ? 'over' : '',
  }
}

async function ask(server: ChildProcess, what: 'reset' | 'delay'): Promise<LoopDelay> {
  const answered = once(server, 'message')
  server.send(what)
  return ((await answered) as [LoopDelay])[0]
}

async function send(
  port: number,
  { path, method = 'GET', body, headers }: HostileRequest,
): Promise<number | string> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      redirect: 'manual',
      ...(body !== undefined && { body }),
      ...(headers !== undefined && { headers }),
    })
    await answer.arrayBuffer()
    return answer.status
  } catch (error) {
    return error instanceof Error ? String(error.cause ?? error.message).slice(0, 40) : 'failed'
  }
}
