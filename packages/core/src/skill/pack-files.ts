import { estimateTokens } from '../tokens.ts'

/** Text about one command, small enough for a file of its own. */
export interface Block {
  /** The subject: a command path, or the program. */
  subject: string
  /** Markdown of its heading, without number signs. */
  heading: string
  text: string
  /** The command as a list item, if there is no more to say about it. */
  line?: string
  /** Options that the text describes, in order. */
  names?: readonly string[]
}

export interface PackedFile {
  path: string
  blocks: Block[]
  /**
   * The content: the program's own options, one command with its subcommands, several commands, further notes, or an
   * index.
   */
  kind: 'program' | 'command' | 'commands' | 'notes' | 'index'
}

const counted = new WeakMap<Block, number>()

/** Cached per block, since many sums need it. */
export function blockTokens(block: Block): number {
  const known = counted.get(block)
  if (known !== undefined) return known
  const tokens = estimateTokens(block.heading) + estimateTokens(block.text) + 6
  counted.set(block, tokens)
  return tokens
}

/** Minimum tokens per line, so that a file of short lines has at most 500 of them. */
export const minLineTokens = 10

export const lineCount = (text: string): number => text.split('\n').length

/** Includes the blank lines around the heading. */
const costOf = (block: Block): number =>
  Math.max(blockTokens(block), (lineCount(block.text) + 3) * minLineTokens)

/**
 * Packs blocks in order into as few files as possible with at most `maxTokens` each: `<stem>.md`, or `<stem>-1.md` and
 * so on.
 */
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
