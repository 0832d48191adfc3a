import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Code, Nodes, Parent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'

export const root = path.resolve(import.meta.dirname, '../../..')

/** A fenced block of a document, with what the HTML comments right before it say. */
export interface CodeBlock {
  /** `docs/run.md:28`, the line of the fence. */
  at: string
  document: string
  language: string
  text: string
  /** `<!-- schema: manifest -->`: what the block is an example of. */
  schema?: string
  /** `<!-- given: runtime, id -->`: what code around it would declare. */
  given: readonly string[]
  /** `<!-- not run: needs Docker -->`: why the block, or a part of it, is not checked. */
  notRun?: string
}

const markdownIn = (folder: string): string[] =>
  readdirSync(path.join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.posix.join(folder, name))

const readmesIn = (folder: string): string[] =>
  readdirSync(path.join(root, folder)).map((name) => path.posix.join(folder, name, 'README.md'))

/** The documents that people read to use the project. */
export const documents = [
  'README.md',
  ...markdownIn('docs'),
  ...readmesIn('packages'),
  ...readmesIn('services'),
]

/** Every fenced block of a document. */
export const readBlocks = (document: string): CodeBlock[] =>
  blocksIn(readFileSync(path.join(root, document), 'utf8'), document)

export function blocksIn(markdown: string, document: string): CodeBlock[] {
  const blocks: CodeBlock[] = []
  const visit = (node: Nodes): void => {
    if (!('children' in node)) return
    node.children.forEach((child, index) => {
      if (child.type === 'code') blocks.push(blockOf(child, commentsBefore(node, index), document))
      else visit(child)
    })
  }
  visit(fromMarkdown(markdown))
  return blocks
}

/** The comments that stand right before a child, one after the other. */
function commentsBefore({ children }: Parent, index: number): string[] {
  const before = children.slice(0, index).toReversed()
  const end = before.findIndex(({ type }) => type !== 'html')
  return before
    .slice(0, end === -1 ? undefined : end)
    .flatMap((node) => ('value' in node ? [node.value] : []))
}

function blockOf(code: Code, comments: readonly string[], document: string): CodeBlock {
  const marker = (name: string): string | undefined =>
    comments.map((text) => new RegExp(`^<!-- ${name}: (\\S.*) -->$`, 'u').exec(text)?.[1]).find(Boolean)
  return {
    at: `${document}:${code.position?.start.line}`,
    document,
    language: code.lang ?? '',
    text: code.value,
    schema: marker('schema'),
    given: marker('given')?.split(', ') ?? [],
    notRun: marker('not run'),
  }
}
