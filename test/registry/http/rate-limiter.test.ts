import { expect, test } from 'vitest'
import { createRateLimiter, type ShareCounts } from '../../../services/registry/src/http/rate-limiter.ts'

const limits = { reads: 3, writes: 2, failures: 1 }

function limiterAt(time: string, maxKeys?: number) {
  const clock = { now: new Date(time) }
  return { clock, limiter: createRateLimiter({ limits, now: () => clock.now, maxKeys }) }
}

/** The table that servers share through one database. */
function table(): ShareCounts {
  const sums = new Map<string, number>()
  return async (windowStart, counts) =>
    counts.map(({ key, count }) => {
      const id = `${windowStart.toISOString()} ${key}`
      sums.set(id, (sums.get(id) ?? 0) + count)
      return { key, count: sums.get(id) ?? 0 }
    })
}

test('allows as many requests as the limit, for each class and client separately, until the minute ends', () => {
  const { clock, limiter } = limiterAt('2026-01-02T03:04:50Z')
  const take = (kind: 'reads' | 'writes', who: string) => limiter.take(kind, who)
  expect(take('writes', 'a')).toEqual({ isAllowed: true, limit: 2, remaining: 1, reset: 10 })
  expect(take('writes', 'a')).toMatchObject({ isAllowed: true, remaining: 0 })
  expect(take('writes', 'a')).toMatchObject({ isAllowed: false, remaining: 0 })
  expect([take('writes', 'b').isAllowed, take('reads', 'a').isAllowed]).toEqual([true, true])
  clock.now = new Date('2026-01-02T03:05:00Z')
  expect(take('writes', 'a')).toEqual({ isAllowed: true, limit: 2, remaining: 1, reset: 60 })
})

test('checks the limit without counting', () => {
  const { limiter } = limiterAt('2026-01-02T03:04:50Z')
  for (let time = 0; time < 5; time++) expect(limiter.look('failures', 'a').isAllowed).toBe(true)
  limiter.take('failures', 'a')
  expect(limiter.look('failures', 'a').isAllowed).toBe(false)
})

test('adds up the counts of several servers', async () => {
  const exchange = table()
  const [left, right] = [limiterAt('2026-01-02T03:04:50Z'), limiterAt('2026-01-02T03:04:55Z')]
  left.limiter.take('reads', 'a')
  left.limiter.take('reads', 'a')
  right.limiter.take('reads', 'a')
  await left.limiter.share(exchange)
  await right.limiter.share(exchange)
  expect(right.limiter.take('reads', 'a').isAllowed).toBe(false)
  expect(left.limiter.take('reads', 'a').isAllowed).toBe(true)
  await left.limiter.share(exchange)
  expect(left.limiter.take('reads', 'a').isAllowed).toBe(false)
})

test('counts requests during an exchange, and repeats all counts when the exchange fails', async () => {
  const { limiter } = limiterAt('2026-01-02T03:04:50Z')
  limiter.take('reads', 'a')
  await limiter.share(async (_, counts) => {
    limiter.take('reads', 'a')
    return counts
  })
  expect(limiter.look('reads', 'a').remaining).toBe(1)
  const sent: unknown[] = []
  const failing: ShareCounts = async (_, counts) => {
    sent.push(counts)
    throw new Error('away')
  }
  await expect(limiter.share(failing)).rejects.toThrow('away')
  await expect(limiter.share(failing)).rejects.toThrow('away')
  expect(sent).toEqual([[{ key: 'reads:a', count: 1 }], [{ key: 'reads:a', count: 1 }]])
  expect(limiter.take('reads', 'a').isAllowed).toBe(true)
  expect(limiter.take('reads', 'a').isAllowed).toBe(false)
})

test('exchanges nothing if nothing was counted', async () => {
  const { limiter } = limiterAt('2026-01-02T03:04:50Z')
  limiter.look('reads', 'a')
  await limiter.share(async () => {
    throw new Error('asked')
  })
})

test('remembers only a limited number of clients', () => {
  const { limiter } = limiterAt('2026-01-02T03:04:50Z', 2)
  for (const who of ['a', 'b', 'c']) limiter.take('failures', who)
  expect(['a', 'b', 'c'].map((who) => limiter.look('failures', who).isAllowed)).toEqual([true, false, false])
})
