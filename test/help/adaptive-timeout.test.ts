import { describe, expect, test } from 'vitest'
import { createAdaptiveTimeout } from '../../packages/help/src/crawl/adaptive-timeout.ts'

describe('createAdaptiveTimeout', () => {
  test('waits for the maximum until the speed of the program is known', () => {
    const timeout = createAdaptiveTimeout({ least: 100, most: 5000 })
    expect(timeout.limitMs).toBe(5000)
    timeout.learn(undefined)
    expect(timeout.limitMs).toBe(5000)
  })

  test('waits a multiple of the slowest response, within limits', () => {
    const timeout = createAdaptiveTimeout({ least: 100, most: 5000 })
    timeout.learn(1)
    expect(timeout.limitMs).toBe(100)
    timeout.learn(50)
    timeout.learn(20)
    expect(timeout.limitMs).toBe(600)
    timeout.learn(4000)
    expect(timeout.limitMs).toBe(5000)
  })

  test('returns whole milliseconds, because timers refuse fractions', () => {
    const timeout = createAdaptiveTimeout({ least: 100, most: 5000 })
    timeout.learn(10.01)
    expect(timeout.limitMs).toBe(121)
  })
})
