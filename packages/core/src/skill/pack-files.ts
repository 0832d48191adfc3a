import { estimateTokens } from '../tokens.ts'

/** Text about one command, small enough for a file of its own. */
export interface Block {
  /** What the block is about: a command path, or the program. */
  subject: string
  /** Markdown of its heading, without the number signs. */
  heading: string
  text: string
  /** The command as a list item, where there is no more to say of it. */
  line?: string
  /** Options that the text tells of, in order. */
  names?: readonly string[]
}

export interface PackedFile {
  path: string
  blocks: Block[]
  /** What the file holds: the program's own options, one command with those below it, several commands, more notes. */
  kind: 'program' | 'command' | 'commands' | 'notes' | 'index'
}

const counted = new WeakMap<Block, number>()

/** Counted once for each block, as many sums need it. */
export function blockTokens(block: Block): number {
  const known = counted.get(block)
  if (known !== undefined) return known
  const tokens = estimateTokens(block.heading) + estimateTokens(block.text) + 6
  counted.set(block, tokens)
  return tokens
}

/** Tokens that each line counts at least, so that a file of short lines stays within 500 of them. */
export const minLineTokens = 10

export const lineCount = (text: string): number => text.split('\n').length

/** The heading stands between blank lines. */
const costOf = (block: Block): number =>
  Math.max(blockTokens(block), (lineCount(block.text) + 3) * minLineTokens)

/** Lays blocks in order into as few files as hold at most `maxTokens` each: `<stem>.md`, or `<stem>-1.md` and on. */
export function packFiles(
  blocks: readonly Block[],
  { stem, kind, maxTokens }: { stem: string; kind: PackedFile['kind']; maxTokens: number },
): PackedFile[] {
  const groups: Block[][] = []
  let remaining = 0
  for (const block of blocks) {
    const cost = costOf(block)
    const last = groups.at(-1)
    if (last === undefined || cost > remaining) {
      groups.push([block])
      remaining = maxTokens - cost
    } else {
      last.push(block)
      remaining -= cost
    }
  }
  const width = String(groups.length).length
  return groups.map((group, at) => ({
    kind,
    path:
      groups.length === 1
        ? `references/${stem}.md`
        : `references/${stem}-${String(at + 1).padStart(width, '0')}.md`,
    blocks: group,
  }))
}
