/** Up to this size the index is a single document. */
const wholeBytes = 1024 * 1024
/**
 * Maximum average size of a shard. One more digit makes shards 16 times smaller and the list of shards 16 times longer.
 */
const averageShardBytes = 160 * 1024
const deepest = 4

/**
 * How many hex digits of the sha256 of an app's name select its shard, given the size of all entries; 0 for an
 * unsharded index.
 */
export function shardDepth(bytes: number): number {
  if (bytes <= wholeBytes) return 0
  let depth = 1
  while (depth < deepest && bytes / 16 ** depth > averageShardBytes) depth++
  return depth
}
