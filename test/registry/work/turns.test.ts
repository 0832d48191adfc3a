import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createTurns, mapInTurns } from '../../../services/registry/src/work/turns.ts'

it('yields after every 10 ms of work, and not before', async () => {
  let now = 0
  let turns = 0
  const turn = createTurns(() => now)
  const count = async (): Promise<void> => {
    for (;;) {
      await setImmediate()
      turns++
    }
  }
  void count()
  await turn()
  expect(turns).toBe(0)
  now = 11
  await turn()
  expect(turns).toBeGreaterThan(0)
})

it('maps in order', async () => {
  expect(await mapInTurns([3, 1, 2], (number) => number * 2)).toEqual([6, 2, 4])
})
