import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { nextTurn } from '../../../packages/runtime/src/turns/next-turn.ts'
import { createSlices } from '../../../packages/runtime/src/turns/slices.ts'

describe('slices of work', () => {
  it('are due after eight milliseconds, and again after each pause', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      const slices = createSlices()
      expect(slices.due()).toBe(false)
      vi.advanceTimersByTime(7)
      expect(slices.due()).toBe(false)
      vi.advanceTimersByTime(1)
      expect(slices.due()).toBe(true)
      await slices.pause()
      expect(slices.due()).toBe(false)
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('nextTurn', () => {
  it('lets one caller continue per turn of the event loop, in the order of the calls', async () => {
    const seen: { name: string; at: number }[] = []
    let now = 0
    for (const name of ['a', 'b', 'c']) void nextTurn().then(() => seen.push({ name, at: now }))
    for (; seen.length < 3; now++) await turn()
    expect(seen.map(({ name }) => name)).toEqual(['a', 'b', 'c'])
    expect(new Set(seen.map(({ at }) => at)).size).toBe(3)
  })
})
