import { Worker } from 'node:worker_threads'
import { afterEach, expect, it } from 'vitest'
import {
  createWorkPool,
  type WorkPool,
  type WorkPoolOptions,
} from '../../../services/registry/src/work/work-pool.ts'

let pool: WorkPool | undefined
afterEach(() => pool?.close())

const open = (options: Partial<WorkPoolOptions> = {}): WorkPool => {
  pool = createWorkPool({ threads: 1, maxWaiting: 10, limitMs: 60_000, ...options })
  return pool
}

/** A thread that never answers an empty text, crashes at `throw`, and returns any other text. */
const echo = (): Worker =>
  new Worker(
    `const { parentPort } = require('node:worker_threads')
     parentPort.postMessage('ready')
     parentPort.on('message', ({ input }) => {
       if (input === 'throw') throw new Error('ended')
       if (input !== '') parentPort.postMessage({ value: input })
     })`,
    { eval: true },
  )

it('runs a task in a thread and passes its errors on completely', async () => {
  const { run } = open()
  expect(await run('readNames', '{"name":"jq","aliases":["x"]}')).toEqual({
    manifest: { name: 'jq', aliases: ['x'] },
  })
  await expect(run('readNames', '{"name":')).rejects.toMatchObject({ code: 'json.syntax', httpStatus: 422 })
  await expect(run('readNames', `[${'1,'.repeat(300_000)}1]`)).rejects.toMatchObject({
    code: 'json.too-many-values',
    httpStatus: 413,
  })
})

it('aborts a task that takes too long, and runs the next in a new thread', async () => {
  let started = 0
  const start = (): Worker => {
    started++
    return echo()
  }
  const { run } = open({ limitMs: 300, start })
  const late = expect(run('readNames', '')).rejects.toMatchObject({ code: 'work.too-long' })
  const next = expect(run('readNames', 'next')).resolves.toBe('next')
  await Promise.all([late, next])
  expect(started).toBe(2)
})

it('survives the death of a thread', async () => {
  const { run } = open({ start: echo })
  await expect(run('readNames', 'throw')).rejects.toThrow('ended')
  expect(await run('readNames', 'again')).toBe('again')
})

it('runs no more tasks in parallel than it has threads, and refuses more than may wait', async () => {
  let started = 0
  const start = (): Worker => {
    started++
    return echo()
  }
  const { run } = open({ threads: 2, maxWaiting: 3, start })
  const running = Array.from({ length: 5 }, (_, at) => run('readNames', `task ${at}`))
  await expect(run('readNames', 'one more')).rejects.toMatchObject({ code: 'server.busy', httpStatus: 503 })
  expect(await Promise.all(running)).toHaveLength(5)
  expect(started).toBe(2)
})
