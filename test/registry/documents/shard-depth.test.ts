import { expect, it } from 'vitest'
import { shardDepth } from '../../../services/registry/src/documents/shard-depth.ts'

it.each([
  [0, 0],
  [1_048_576, 0],
  [1_048_577, 1],
  [35_000_000, 2],
  [100_000_000, 3],
  [3_500_000_000, 4],
])('an index of %i bytes is split by %i digits', (bytes, depth) => {
  expect(shardDepth(bytes)).toBe(depth)
})
