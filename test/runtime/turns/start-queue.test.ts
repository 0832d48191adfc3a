import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { createStartQueue, type StartPlace } from '../../../packages/runtime/src/turns/start-queue.ts'

const never = new AbortController().signal

/** Runs everything that waits for its turn. */
const settle = async (): Promise<void> => {
  for (let count = 0; count < 20; count++) await turn()
}

describe('the queue of program starts', () => {
  it('admits no more than its limit, in the order of the calls', async () => {
    const queue = createStartQueue(3)
    const places: StartPlace[] = []
    const order: number[] = []
    for (let index = 0; index < 8; index++)
      void queue.enter(`app-${index}`, never).then((place) => {
        order.push(index)
        places.push(place)
      })
    await settle()
    expect(order).toEqual([0, 1, 2])
    places[1]?.leave()
    places[1]?.leave()
    await settle()
    expect(order).toEqual([0, 1, 2, 3])
    for (let index = 0; index < 8; index++) {
      places[index]?.leave()
      await settle()
    }
    expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  })

  it('admits one program per turn of the event loop', async () => {
    const queue = createStartQueue(100)
    const turns: number[] = []
    let now = 0
    const entered = Promise.all(
      Array.from({ length: 20 }, async () => {
        await queue.enter('app', never)
        turns.push(now)
      }),
    )
    for (; turns.length < 20; now++) await turn()
    await entered
    expect(new Set(turns).size).toBe(20)
  })

  it('releases a long-running program, so that it does not block others', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const queue = createStartQueue(1)
      const first = await queue.enter('long', never)
      first.started()
      let isIn = false
      void queue.enter('next', never).then(() => {
        isIn = true
      })
      await settle()
      expect(isIn).toBe(false)
      vi.advanceTimersByTime(100)
      await settle()
      expect(isIn).toBe(true)
    } finally {
      vi.useRealTimers()
    }
  })

  it('drops a canceled call, before it has a slot and while it has one', async () => {
    const queue = createStartQueue(1)
    const holder = await queue.enter('holder', never)
    const controller = new AbortController()
    const waiting = queue.enter('waiting', controller.signal)
    controller.abort()
    await expect(waiting).rejects.toMatchObject({ code: 'run.canceled' })
    await expect(queue.enter('late', controller.signal)).rejects.toMatchObject({ code: 'run.canceled' })
    holder.leave()
    const again = new AbortController()
    const admitted = queue.enter('admitted', again.signal)
    again.abort()
    await expect(admitted).rejects.toMatchObject({ code: 'run.canceled' })
    await expect(queue.enter('next', never)).resolves.toBeDefined()
  })
})
