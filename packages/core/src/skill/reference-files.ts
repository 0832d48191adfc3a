import type { CommandNode } from '@cli-apps/help/command-tree'
import { createStems } from './file-stems.ts'
import { type Block, blockTokens, type PackedFile, packFiles } from './pack-files.ts'
import { type BlockOptions, ownBlocks, referenceBlocks } from './reference-blocks.ts'

/** A command with at least this many tokens, subcommands included, gets its own file. */
const ownFileTokens = 700
/** Files with several commands are smaller, since readers need only one of them. */
const sharedFileTokens = 3_000

/**
 * Splits everything in the tree into files by subject: the program's own options, each large command with its
 * subcommands, and small commands grouped.
 */
export function referenceFiles(root: CommandNode, options: BlockOptions): PackedFile[] {
  const nameOf = createStems(['index', 'notes'])
  const files: PackedFile[] = []
  const add = (
    blocks: Block[],
    names: { subject: string; fallback: string },
    kind: PackedFile['kind'],
  ): void => {
    const maxTokens = kind === 'commands' ? sharedFileTokens : options.maxTokens
    for (let packed: PackedFile[] = []; packed.length === 0; ) {
      const stem = nameOf(names.subject, names.fallback)
      const parts = packFiles(blocks, { stem, kind, maxTokens })
      // The first part of `x` may collide with another command's file: `x-1`.
      if (!parts.some(({ path }) => files.some((file) => file.path === path))) packed = parts
      files.push(...packed)
    }
  }
  const own = ownBlocks(root, options, { path: [], above: [] })
  const isFlat = root.commands.length === 0
  if (isFlat || own.some(({ text }) => text !== ''))
    add(own, { subject: isFlat ? 'options' : 'program-options', fallback: 'options' }, 'program')
  const shared = new Map<string, Block[]>()
  const commands = root.commands.map((node) => {
    const blocks = referenceBlocks(node, options, { path: [node.name], above: [root] })
    return { node, blocks, tokens: blocks.reduce((sum, block) => sum + blockTokens(block), 0) }
  })
  const total = commands.reduce((sum, { tokens }) => sum + tokens, 0)
  for (const { node, blocks, tokens } of commands)
    if (tokens >= ownFileTokens && total > sharedFileTokens)
      add(blocks, { subject: node.name, fallback: 'command' }, 'command')
    else {
      const group = node.group ?? ''
      const others = shared.get(group)
      if (others === undefined) shared.set(group, [...blocks])
      else for (const block of blocks) others.push(block)
    }
  const hasOwn = files.some(({ kind }) => kind === 'command')
  for (const [group, blocks] of mergeSmall(shared))
    add(
      blocks,
      { subject: group === '' ? (hasOwn ? 'other-commands' : 'commands') : group, fallback: 'commands' },
      'commands',
    )
  return files
}

/** Merges groups whose commands would make tiny files. */
function mergeSmall(groups: ReadonlyMap<string, Block[]>): Map<string, Block[]> {
  const merged = new Map<string, Block[]>()
  for (const [group, blocks] of groups) {
    const isSmall = blocks.reduce((sum, block) => sum + blockTokens(block), 0) < ownFileTokens
    const name = isSmall ? '' : group
    merged.set(name, [...(merged.get(name) ?? []), ...blocks])
  }
  return merged
}
