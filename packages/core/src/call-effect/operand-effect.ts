import type { CommandNode } from '@cli-apps/help/command-tree'
import { valueTaken } from './option-value.ts'

/**
 * Whether an argument after a command is an operand that the manifest lists, by a pattern such as `+*` or by `<path>`.
 * A word that is certainly the value of an option is not an operand.
 */
export function isOperand(
  patterns: readonly string[],
  args: readonly string[],
  node: CommandNode | undefined,
  isThere: (name: string) => boolean,
): boolean {
  return operandsOf(args, node).some((word) =>
    patterns.some((pattern) =>
      pattern === '<path>' ? isPath(word) || isThere(word) : isLike(pattern, word),
    ),
  )
}

function operandsOf(args: readonly string[], node: CommandNode | undefined): string[] {
  const operands: string[] = []
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? ''
    if (word === '--') return [...operands, ...args.slice(at + 1)]
    if (word.length < 2 || !word.startsWith('-')) operands.push(word)
    else if (valueTaken(node, word) === 'yes') at++
  }
  return operands
}

/** Whether a word is written as a path or glob, existing or not: `.`, `./a`, `/a`, `:/a`, `a/`, `*.ts`. */
const isPath = (word: string): boolean => /^[./:~\\]|[/\\]$|[*?[]/.test(word)

/** Whether a text fits a pattern, in which `*` stands for any text; letter case does not count. */
export function isLike(pattern: string, word: string): boolean {
  const [first = '', ...rest] = pattern.toLowerCase().split('*')
  const text = word.toLowerCase()
  const last = rest.pop()
  if (last === undefined) return text === first
  if (!text.startsWith(first)) return false
  let at = first.length
  for (const part of rest) {
    const found = text.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return text.length - last.length >= at && text.endsWith(last)
}
