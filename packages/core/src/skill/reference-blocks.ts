import { type CommandNode, commandWords, walkCommands } from '../command-tree.ts'
import { estimateTokens } from '../tokens.ts'
import { commandLine, optionLine } from './command-lines.ts'
import type { Block } from './pack-files.ts'
import { codeBlock, safeLine, safeProse } from './safe-text.ts'

const maxLineText = 400

/**
 * Everything the tree knows, as Markdown: one block per command, the program's own first, then by path. A block that
 * would not fit into `maxTokens` is continued in further blocks, so that no option is lost.
 */
export function referenceBlocks(
  root: CommandNode,
  { program, maxTokens }: { program: string; maxTokens: number },
): Block[] {
  const nodes = [...walkCommands(root)].map(({ node, path }) => ({ node, path, key: path.join(' ') }))
  const [own, ...commands] = nodes
  commands.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
  return [...(own === undefined ? [] : [own]), ...commands].flatMap(({ node, path }) => {
    const subject = safeLine(path.length === 0 ? program : commandWords(path).join(' '), 120)
    return splitBlock(subject, headOf(node, path, program), bodyOf(node, path), maxTokens)
  })
}

function headOf(node: CommandNode, path: readonly string[], program: string): string[] {
  const usage = node.usage.slice(0, 8)
  return [
    path.length === 0 ? safeProse(node.summary, maxLineText) : commandLine(node, path, maxLineText).slice(2),
    ...(usage.length === 0 ? [] : [codeBlock(usage, { max: 600, language: 'text' })]),
    ...(node.examples.length === 0
      ? []
      : [
          `Examples from ${safeProse(program, 60)} itself:`,
          codeBlock(node.examples.slice(0, 10), { max: 300, language: 'text' }),
        ]),
  ].filter((part) => part !== '')
}

function bodyOf(node: CommandNode, path: readonly string[]): string[] {
  const lines: string[] = []
  let group: string | null = null
  for (const option of node.options) {
    if (path.length > 0 && option.inherited) continue
    if (option.group !== group && option.group !== null) lines.push(`\n${safeProse(option.group, 80)}:\n`)
    group = option.group
    lines.push(optionLine(option, maxLineText))
  }
  const inherited = path.length === 0 ? 0 : node.options.filter((option) => option.inherited).length
  if (inherited > 0) lines.push(`- and ${inherited} options of the commands above it`)
  for (const warning of node.warnings) lines.push(`- note: ${safeProse(warning, 200)}`)
  return lines
}

function splitBlock(
  subject: string,
  head: readonly string[],
  lines: readonly string[],
  maxTokens: number,
): Block[] {
  const blocks: Block[] = []
  let text = [`## ${safeProse(subject, 120)}`, ...head].join('\n\n')
  let room = maxTokens - estimateTokens(text) - 20
  let isFirst = true
  for (const line of lines) {
    const cost = estimateTokens(line) + 1
    if (cost > room) {
      blocks.push({ subject, text })
      text = `## ${safeProse(subject, 120)} (continued)\n`
      room = maxTokens - estimateTokens(text) - 20
      isFirst = false
    }
    text += isFirst && text.length > 0 && !text.endsWith('\n') ? `\n\n${line.trimStart()}` : `\n${line}`
    isFirst = false
    room -= cost
  }
  blocks.push({ subject, text })
  return blocks
}
