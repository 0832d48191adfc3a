/** Up to here the index is one document. */
const wholeBytes = 1024 * 1024
/** What a shard has at most on average: the next depth would have a sixteenth of it, and a list sixteen times as long. */
const averageShardBytes = 160 * 1024
const deepest = 4

/** How many digits of the sha256 of a name choose its shard, by the bytes of all entries; 0 for an index in one document. */
export function shardDepth(bytes: number): number {
  if (bytes <= wholeBytes) return 0
  let depth = 1
  while (depth < deepest && bytes / 16 ** depth > averageShardBytes) depth++
  return depth
}
