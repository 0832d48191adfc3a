import { describe, expect, test } from 'vitest'
import { createPatience } from '../../../packages/core/src/help/patience.ts'

describe('createPatience', () => {
  test('waits as long as it may until the pace of the program is known', () => {
    const patience = createPatience({ least: 100, most: 5000 })
    expect(patience.limitMs).toBe(5000)
    patience.learn(undefined)
    expect(patience.limitMs).toBe(5000)
  })

  test('waits many times the slowest answer, within its bounds', () => {
    const patience = createPatience({ least: 100, most: 5000 })
    patience.learn(1)
    expect(patience.limitMs).toBe(100)
    patience.learn(50)
    patience.learn(20)
    expect(patience.limitMs).toBe(600)
    patience.learn(4000)
    expect(patience.limitMs).toBe(5000)
  })
})
