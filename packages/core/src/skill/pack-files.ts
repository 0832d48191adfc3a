import { estimateTokens } from '../tokens.ts'

/** Text about one command, small enough for a file of its own. */
export interface Block {
  /** What the block is about: a command path, or the program. */
  subject: string
  text: string
}

export interface PackedFile {
  path: string
  blocks: Block[]
}

/** Lays blocks in order into as few files as hold at most `maxTokens` each: `<stem>.md`, or `<stem>-1.md` and on. */
export function packFiles(
  blocks: readonly Block[],
  { stem, maxTokens }: { stem: string; maxTokens: number },
): PackedFile[] {
  const groups: Block[][] = []
  let room = 0
  for (const block of blocks) {
    const cost = estimateTokens(block.text) + 4
    const last = groups.at(-1)
    if (last === undefined || cost > room) {
      groups.push([block])
      room = maxTokens - cost
    } else {
      last.push(block)
      room -= cost
    }
  }
  const width = String(groups.length).length
  return groups.map((group, at) => ({
    path:
      groups.length === 1
        ? `references/${stem}.md`
        : `references/${stem}-${String(at + 1).padStart(width, '0')}.md`,
    blocks: group,
  }))
}
